import { randomUUID } from "node:crypto";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { roleAllows, ROLES } from "@/lib/can";
import type { RoleInput } from "@/lib/people/role-views";
import type { Ctx } from "../../context";
import { addSecondAccount, type SecondAccount } from "@/tools/testing/dashboard/second-account";
import { type Harness, startHarness } from "@/tools/testing/dashboard/harness";
import { expandAll, notifiedPeople } from "@/tools/testing/dashboard/notifications";
import { composeRole, giveRole, roleInput } from "@/tools/testing/dashboard/roles";
import { setApprovalRule } from "../../approvals/commands/set-approval-rule";
import { listRoles } from "../queries/list-roles";
import { findSessionPerson } from "../store/sessions";
import { changeRole } from "./change-role";
import { deleteRole } from "./delete-role";
import { invitePerson } from "./invite-person";
import { saveRole } from "./save-role";
import { deactivatePerson } from "./set-person-active";

let harness: Harness;
let admin: Ctx;

beforeAll(async () => {
  harness = await startHarness();
});
beforeEach(async () => {
  await harness.reset();
  admin = await harness.ctxOf("admin");
});
afterAll(() => harness.stop());

const compose = (fields?: Partial<RoleInput>) => composeRole(admin, fields);
const give = (roleId: string, role?: "ops" | "support") => giveRole(harness, admin, roleId, role);
const roleOfPerson = async (personId: string) => {
  const { rows } = await harness.pool.query<{ role: string }>("select role from people where id = $1", [
    personId,
  ]);
  return rows[0]?.role;
};
const actions = async () => (await harness.audit()).map(({ action }) => action);

describe("a composed role", () => {
  it("is composed, changed and deleted by an admin, each time with what it allows in the audit log", async () => {
    const id = await compose();
    const [role] = (await listRoles(admin)).roles;
    expect(role).toMatchObject({
      id,
      name: "Refund desk",
      refundLimits: { INR: "500000" },
      people: [],
      version: 1,
    });
    const changed = roleInput({ id, version: 1, permissions: ["view_payments"], refundLimits: null });
    expect(await saveRole(admin, changed)).toEqual({ kind: "saved", id });
    expect(await deleteRole(admin, { id, version: 2 })).toEqual({ kind: "deleted" });
    expect((await listRoles(admin)).roles).toEqual([]);
    const rows = (await harness.audit()).map(({ action, subject_id, detail }) => [
      action,
      subject_id,
      detail,
    ]);
    const first = "view_payments, refund_payment up to INR 5000.00";
    expect(rows).toEqual([
      ["role_composed", id, { name: "Refund desk", before: null, after: first }],
      ["role_changed", id, { name: "Refund desk", before: first, after: "view_payments" }],
      ["role_deleted", id, { name: "Refund desk", before: "view_payments", after: null }],
    ]);
  });

  it("is what a person's session has from the next request on, and so is every change of it", async () => {
    const id = await compose();
    const person = await harness.ctxOf("ops");
    await changeRole(admin, { personId: person.actor.userId, role: id });
    const sessionId = randomUUID();
    await harness.pool.query(
      `insert into sessions (id, person_id, created_at, expires_at) values ($1, $2, $3, $4)`,
      [sessionId, person.actor.userId, harness.clock.now(), new Date(harness.clock.now().getTime() + 60_000)],
    );
    const now = async () =>
      (await findSessionPerson(harness.pool, sessionId, harness.clock.now()))?.role ?? "support";
    expect(roleAllows(await now(), "refund_payment")).toBe(true);
    await saveRole(admin, roleInput({ id, version: 1, permissions: ["view_payments", "create_payment"] }));
    expect(roleAllows(await now(), "refund_payment")).toBe(false);
    expect(roleAllows(await now(), "create_payment")).toBe(true);
  });

  it("notifies everybody who has it of what changed and by whom, once, and not who changed it", async () => {
    const manage: Partial<RoleInput> = {
      permissions: ["view_payments", "refund_payment", "manage_people", "save_view"],
    };
    const id = await compose(manage);
    const [changer, colleague, left] = [await give(id), await give(id, "support"), await give(id)];
    await deactivatePerson(admin, left.actor.userId);
    await harness.pool.query("delete from notification_events");
    const change = (version: number, fields: Partial<RoleInput>) =>
      saveRole(changer, roleInput({ id, version, ...manage, ...fields }));
    // Another name alone allows nothing else.
    expect(await change(1, { name: "Night desk" })).toEqual({ kind: "saved", id });
    await expandAll(harness);
    expect(await notifiedPeople(harness)).toEqual([]);
    const fewer: Partial<RoleInput> = {
      permissions: ["view_payments", "refund_payment", "manage_people"],
      refundLimits: [{ currency: "INR", amount: "100" }],
    };
    expect(await change(2, fewer)).toEqual({ kind: "saved", id });
    // Sent again, as after a lost response.
    expect(await change(2, fewer)).toEqual({ kind: "overtaken" });
    await expandAll(harness);
    const first = {
      event: "role_permissions_changed",
      personId: colleague.actor.userId,
      detail: {
        role: "Refund desk",
        added: 0,
        removed: 1,
        areLimitsChanged: true,
        by: changer.actor.name,
      },
    };
    expect(await notifiedPeople(harness)).toMatchObject([first]);
    // Two of another admin: one each, also for the person who made the first.
    await saveRole(
      admin,
      roleInput({ id, version: 3, permissions: ["view_payments", "manage_people"], refundLimits: null }),
    );
    await expandAll(harness);
    const people = (await notifiedPeople(harness)).map(({ personId }) => personId);
    expect(people.sort()).toEqual(
      [colleague.actor.userId, colleague.actor.userId, changer.actor.userId].sort(),
    );
  });

  it.each<[Partial<RoleInput>, unknown]>([
    [{ name: " " }, { field: "name", fault: "missing" }],
    [{ name: "x".repeat(61) }, { field: "name", fault: "too_long" }],
    [{ name: "a\u202eb" }, { field: "name", fault: "characters" }],
    [{ name: " ADMIN " }, { field: "name", fault: "preset" }],
    [{ name: "\uff21dmin" }, { field: "name", fault: "preset" }],
    [{ name: "एडमिन" }, { field: "name", fault: "preset" }],
    [{ permissions: [] }, { field: "permissions", fault: "none" }],
    [{ permissions: ["manage_account"] }, { field: "permissions", fault: "none" }],
    [{ refundLimits: [] }, { field: "refundLimits", fault: "none", line: null }],
    [
      { refundLimits: [{ currency: "RUPEES", amount: "1" }] },
      { field: "refundLimits", fault: "currency", line: 0 },
    ],
    [
      { refundLimits: [{ currency: "INR", amount: "0" }] },
      { field: "refundLimits", fault: "amount", line: 0 },
    ],
    [
      { refundLimits: [{ currency: "INR", amount: "-5" }] },
      { field: "refundLimits", fault: "amount", line: 0 },
    ],
    [
      {
        refundLimits: [
          { currency: "INR", amount: "1" },
          { currency: "inr", amount: "2" },
        ],
      },
      { field: "refundLimits", fault: "twice", line: 1 },
    ],
    [{ permissions: ["own_everything"] }, { field: "form", fault: "incomplete" }],
  ])("%j is refused", async (fields, fault) => {
    expect(await saveRole(admin, roleInput(fields))).toEqual({ kind: "invalid", faults: [fault] });
    expect(await actions()).toEqual([]);
  });

  it("has a name of its own, in whatever case", async () => {
    await compose();
    expect(await saveRole(admin, roleInput({ name: "refund DESK" }))).toEqual({
      kind: "invalid",
      faults: [{ field: "name", fault: "taken" }],
    });
  });

  it("is not deleted while somebody has it, deactivated or not, and the refusal names them", async () => {
    const id = await compose();
    const person = await give(id);
    const inUse = { kind: "in_use", people: [person.actor.name] };
    expect(await deleteRole(admin, { id, version: 1 })).toEqual(inUse);
    await deactivatePerson(admin, person.actor.userId);
    expect(await deleteRole(admin, { id, version: 1 })).toEqual(inUse);
    await expect(harness.pool.query("delete from roles")).rejects.toThrow("violates foreign key");
  });

  it("takes its thresholds with it", async () => {
    const id = await compose();
    const rule = { role: id, currency: "INR", threshold: "10", lifetimeMinutes: "60" };
    expect(await setApprovalRule(admin, rule)).toEqual({ kind: "saved" });
    await deleteRole(admin, { id, version: 1 });
    const { rowCount } = await harness.pool.query("select from approval_rules");
    expect(rowCount).toBe(0);
    expect(await setApprovalRule(admin, rule)).toEqual({ kind: "role_gone" });
  });

  it("that was deleted while a form was open is given to nobody", async () => {
    const id = await compose();
    const person = await harness.ctxOf("ops");
    await deleteRole(admin, { id, version: 1 });
    expect(await changeRole(admin, { personId: person.actor.userId, role: id })).toEqual({
      kind: "role_gone",
    });
    expect(await invitePerson(admin, { email: "a@b.example", name: "A", role: id })).toEqual({
      kind: "role_gone",
    });
    expect(await roleOfPerson(person.actor.userId)).toBe("ops");
  });

  it("deleted and given at once is one of the two", async () => {
    for (let round = 0; round < 8; round += 1) {
      const id = await compose({ name: `Round ${round}` });
      const person = await harness.ctxOf("ops");
      const [deleted, given] = await Promise.all([
        deleteRole(admin, { id, version: 1 }),
        changeRole(admin, { personId: person.actor.userId, role: id }),
      ]);
      expect([
        ["deleted", "role_gone"],
        ["in_use", "done"],
      ]).toContainEqual([deleted.kind, given.kind]);
    }
  });

  it("changed by two at once keeps the first change, and the second is told", async () => {
    const id = await compose();
    const other = await harness.ctxOf("admin");
    const outcomes = await Promise.all([
      saveRole(admin, roleInput({ id, version: 1, permissions: ["view_payments"] })),
      saveRole(other, roleInput({ id, version: 1, permissions: ["view_refunds"] })),
    ]);
    expect(outcomes.map(({ kind }) => kind).sort()).toEqual(["overtaken", "saved"]);
  });

  it("needs its audit row: without it nothing happens (failure 38)", async () => {
    const id = await compose();
    const mend = await harness.breakAudit();
    await expect(saveRole(admin, roleInput({ name: "Other" }))).rejects.toThrow();
    await expect(
      saveRole(admin, roleInput({ id, version: 1, permissions: ["view_audit"] })),
    ).rejects.toThrow();
    await expect(deleteRole(admin, { id, version: 1 })).rejects.toThrow();
    await mend();
    expect((await listRoles(admin)).roles).toMatchObject([
      { id, version: 1, refundLimits: { INR: "500000" } },
    ]);
  });
});

describe("in another account", () => {
  let second: SecondAccount;
  beforeEach(async () => {
    second = await addSecondAccount(harness);
  });
  afterEach(() => second.stop());

  it("a role of one account is unknown: it is neither seen, changed, deleted nor given there", async () => {
    const id = await compose();
    const there = await second.ctxOf("admin");
    expect((await listRoles(there)).roles).toEqual([]);
    expect(await saveRole(there, roleInput({ id, version: 1, permissions: ["view_audit"] }))).toEqual({
      kind: "not_found",
    });
    expect(await deleteRole(there, { id, version: 1 })).toEqual({ kind: "not_found" });
    const person = await second.ctxOf("ops");
    expect(await changeRole(there, { personId: person.actor.userId, role: id })).toEqual({
      kind: "role_gone",
    });
    expect((await listRoles(admin)).roles).toMatchObject([{ id, version: 1 }]);
  });
});

it("no preset has the name of a composed role, and nothing of one is left where any statement gives a preset", async () => {
  const id = await compose();
  const person = await give(id);
  expect(await roleOfPerson(person.actor.userId)).toBe(id);
  expect(ROLES.some((role) => role === id)).toBe(false);
  await harness.pool.query("update people set role = 'support' where id = $1", [person.actor.userId]);
  const { rows } = await harness.pool.query("select composed_role_id from people where id = $1", [
    person.actor.userId,
  ]);
  expect(rows).toEqual([{ composed_role_id: null }]);
});
