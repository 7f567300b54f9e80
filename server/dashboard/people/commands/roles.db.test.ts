import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type Permission, PERMISSIONS, roleAllows, ROLES } from "@/lib/can";
import type { RoleInput } from "@/lib/people/role-views";
import type { Ctx } from "../../context";
import { addSecondAccount, type SecondAccount } from "../../testing/second-account";
import { composed } from "../../testing/composed-role";
import { type Harness, startHarness } from "../../testing/harness";
import { expandAll, notifiedPeople } from "../../testing/notifications";
import { setApprovalRule } from "../../approvals/commands/set-approval-rule";
import { listGivableRoles, listRoles } from "../queries/list-roles";
import { findSessionPerson } from "../store/sessions";
import { acceptLink } from "./accept-link";
import { changeRole } from "./change-role";
import { deleteRole } from "./delete-role";
import { invitePerson } from "./invite-person";
import { makePersonLink } from "./person-links";
import { resetPersonSecondFactor, unlockSignIn } from "./reset-person-access";
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

const input = (fields: Partial<RoleInput> = {}): RoleInput => ({
  id: null,
  version: null,
  name: "Refund desk",
  permissions: ["view_payments", "refund_payment"],
  refundLimits: [{ currency: "INR", amount: "5,000" }],
  approveLimits: null,
  ...fields,
});
const compose = async (fields: Partial<RoleInput> = {}, by = admin): Promise<string> => {
  const outcome = await saveRole(by, input(fields));
  if (outcome.kind !== "saved") throw new Error(JSON.stringify(outcome));
  return outcome.id;
};
const give = async (roleId: string, role: "ops" | "support" = "ops"): Promise<Ctx> => {
  const person = await harness.ctxOf(role);
  expect(await changeRole(admin, { personId: person.actor.userId, role: roleId })).toEqual({ kind: "done" });
  const own = (await listRoles(admin)).roles.find(({ id }) => id === roleId);
  return { ...person, actor: { ...person.actor, role: own ?? person.actor.role } };
};
const roleOfPerson = async (personId: string) => {
  const { rows } = await harness.pool.query<{ role: string }>("select role from people where id = $1", [
    personId,
  ]);
  return rows[0]?.role;
};
const actions = async () => (await harness.audit()).map(({ action }) => action);
/** A manager of people whose role was given directly. */
const manager = (permissions: readonly Permission[] = ["manage_people", "view_payments"]) =>
  harness.ctxOf(composed(permissions));

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
    const changed = input({ id, version: 1, permissions: ["view_payments"], refundLimits: null });
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
    await saveRole(admin, input({ id, version: 1, permissions: ["view_payments", "create_payment"] }));
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
      saveRole(changer, input({ id, version, ...manage, ...fields }));
    // Another name alone allows nothing else.
    expect(await change(1, { name: "Night desk" })).toEqual({ kind: "saved", id });
    await expandAll(harness);
    expect(await notifiedPeople(harness)).toEqual([]);
    const fewer: Partial<RoleInput> = {
      permissions: ["view_payments", "refund_payment", "manage_people"],
      refundLimits: [{ currency: "INR", amount: "100" }],
    };
    expect(await change(2, fewer)).toEqual({ kind: "saved", id });
    // Sent again, as after a lost answer.
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
      input({ id, version: 3, permissions: ["view_payments", "manage_people"], refundLimits: null }),
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
    expect(await saveRole(admin, input(fields))).toEqual({ kind: "invalid", faults: [fault] });
    expect(await actions()).toEqual([]);
  });

  it("has a name of its own, in whatever case", async () => {
    await compose();
    expect(await saveRole(admin, input({ name: "refund DESK" }))).toEqual({
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
      saveRole(admin, input({ id, version: 1, permissions: ["view_payments"] })),
      saveRole(other, input({ id, version: 1, permissions: ["view_refunds"] })),
    ]);
    expect(outcomes.map(({ kind }) => kind).sort()).toEqual(["overtaken", "saved"]);
  });

  it("needs its audit row: without it nothing happens (failure 38)", async () => {
    const id = await compose();
    const mend = await harness.breakAudit();
    await expect(saveRole(admin, input({ name: "Other" }))).rejects.toThrow();
    await expect(saveRole(admin, input({ id, version: 1, permissions: ["view_audit"] }))).rejects.toThrow();
    await expect(deleteRole(admin, { id, version: 1 })).rejects.toThrow();
    await mend();
    expect((await listRoles(admin)).roles).toMatchObject([
      { id, version: 1, refundLimits: { INR: "500000" } },
    ]);
  });
});

describe("nobody grants what they lack", () => {
  it("by composing: each permission needs itself", async () => {
    for (const permission of PERMISSIONS.filter(
      (one) => one !== "manage_account" && one !== "manage_people",
    )) {
      const weak = await manager(["manage_people"]);
      const wanted = input({ name: permission, permissions: [permission], refundLimits: null });
      expect(await saveRole(weak, wanted), permission).toEqual({
        kind: "exceeds",
        missing: [permission],
        isBefore: false,
      });
    }
    expect((await listRoles(admin)).roles.every(({ name }) => name.startsWith("Role "))).toBe(true);
  });

  it("by amounts: not more, not in another currency, and not any amount", async () => {
    const own = composed(["manage_people", "refund_payment", "approve_refund"], {
      refundLimits: { INR: "100000" },
      approveLimits: { INR: "100000" },
    });
    const limited = await harness.ctxOf(own);
    const wanted = (limits: RoleInput["refundLimits"], permission = "refund_payment") =>
      input({
        name: randomUUID(),
        permissions: [permission],
        refundLimits: permission === "refund_payment" ? limits : null,
        approveLimits: permission === "refund_payment" ? null : limits,
      });
    for (const permission of ["refund_payment", "approve_refund"]) {
      for (const limits of [
        null,
        [{ currency: "INR", amount: "1000.01" }],
        [{ currency: "USD", amount: "0.01" }],
        [
          { currency: "INR", amount: "1" },
          { currency: "USD", amount: "1" },
        ],
      ])
        expect(await saveRole(limited, wanted(limits, permission))).toMatchObject({ kind: "exceeds" });
      const same = [{ currency: "INR", amount: "1000" }];
      expect(await saveRole(limited, wanted(same, permission))).toMatchObject({ kind: "saved" });
    }
  });

  it("of manual refunds: who records them up to an amount composes no role that records any amount", async () => {
    const limited = await manager(["manage_people", "record_manual_refund"]);
    const role = (fields: Partial<RoleInput>) => input({ name: randomUUID(), ...fields });
    const alone = { permissions: ["record_manual_refund"], refundLimits: null };
    expect(await saveRole(limited, role(alone))).toMatchObject({ kind: "saved" });
    await harness.pool.query(
      `update roles set permissions = permissions || '{refund_payment}', refund_limits = '{"INR": "100"}'
       where id = (select composed_role_id from people where id = $1)`,
      [limited.actor.userId],
    );
    expect(await saveRole(limited, role(alone))).toEqual({
      kind: "exceeds",
      missing: ["record_manual_refund"],
      isBefore: false,
    });
    const same = {
      permissions: ["record_manual_refund", "refund_payment"],
      refundLimits: [{ currency: "INR", amount: "1" }],
    };
    expect(await saveRole(limited, role(same))).toMatchObject({ kind: "saved" });
  });

  it("by changing the own role, or one that allows more", async () => {
    const own = composed(["manage_people", "view_payments"]);
    const weak = await harness.ctxOf(own);
    const more = input({
      id: own.id,
      version: 1,
      name: own.name,
      permissions: [...own.permissions, "manage_keys"],
    });
    expect(await saveRole(weak, more)).toMatchObject({ kind: "exceeds", isBefore: false });
    const id = await compose();
    const less = input({ id, version: 1, permissions: ["view_payments"] });
    expect(await saveRole(weak, less)).toMatchObject({ kind: "exceeds", isBefore: true });
    expect(await deleteRole(weak, { id, version: 1 })).toMatchObject({ kind: "exceeds", isBefore: true });
  });

  it("by giving a role to a person, oneself included, or inviting with it", async () => {
    const weak = await manager();
    const support = await harness.ctxOf(composed(["view_payments"]));
    const id = await compose();
    for (const role of [...ROLES, id]) {
      for (const personId of [support.actor.userId, weak.actor.userId])
        expect(await changeRole(weak, { personId, role }), role).toEqual({ kind: "exceeds" });
      const invited = { email: `${role}@new.example`, name: "New", role };
      expect(await invitePerson(weak, invited), role).toEqual({ kind: "exceeds" });
    }
    const [given] = await listGivableRoles(weak).then((roles) => roles.filter(({ name }) => name !== null));
    expect((await listGivableRoles(weak)).map(({ id: one }) => one)).not.toContain(id);
    expect(await changeRole(weak, { personId: support.actor.userId, role: given?.id })).toMatchObject({});
  });

  it("by getting in as somebody who may do more", async () => {
    const weak = await manager();
    const personId = admin.actor.userId;
    for (const attempt of [
      () => makePersonLink(weak, personId),
      () => resetPersonSecondFactor(weak, personId),
      () => unlockSignIn(weak, personId),
      () => deactivatePerson(weak, personId),
      () => changeRole(weak, { personId, role: "support" }),
    ])
      expect(await attempt()).toEqual({ kind: "exceeds" });
  });

  it("by a link made before the person got a role that allows more", async () => {
    const weak = await manager();
    const person = await harness.ctxOf(composed(["view_payments"]));
    const made = await makePersonLink(weak, person.actor.userId);
    if (made.kind !== "link") throw new Error(made.kind);
    const token = decodeURIComponent(made.path.split("/").at(-1) ?? "");
    await changeRole(admin, { personId: person.actor.userId, role: "admin" });
    const password = "violet-tram-otter-42";
    expect(await acceptLink(harness.services, { token, name: "Weak", password })).toEqual({ kind: "gone" });
    const again = await makePersonLink(admin, person.actor.userId);
    if (again.kind !== "link") throw new Error(again.kind);
    const own = decodeURIComponent(again.path.split("/").at(-1) ?? "");
    const accepted = await acceptLink(harness.services, { token: own, name: "Own", password });
    expect(accepted.kind).toBe("signed_in");
  });

  it("with a role that was taken meanwhile: the request's own role does not count, the stored one does", async () => {
    const other = await harness.ctxOf("admin");
    await changeRole(admin, { personId: other.actor.userId, role: "support" });
    const person = await harness.ctxOf("ops");
    expect(await saveRole(other, input())).toEqual({ kind: "forbidden" });
    expect(await changeRole(other, { personId: person.actor.userId, role: "admin" })).toEqual({
      kind: "forbidden",
    });
    const invited = { email: "n@new.example", name: "N", role: "admin" };
    expect(await invitePerson(other, invited)).toEqual({ kind: "forbidden" });
  });

  it("by both ends of a race: a permission that is taken from the giver is given by nobody", async () => {
    for (let round = 0; round < 8; round += 1) {
      const own = composed(["manage_people", "manage_keys"], { name: `Giver ${round}` });
      const giver = await harness.ctxOf(own);
      const taken = input({ id: own.id, version: 1, name: own.name, permissions: ["manage_people"] });
      const [, made] = await Promise.all([
        saveRole(admin, { ...taken, refundLimits: null }),
        saveRole(giver, input({ name: `Keys ${round}`, permissions: ["manage_keys"], refundLimits: null })),
      ]);
      const rows = await harness.audit();
      const order = rows.map(({ detail }) => detail.name);
      if (made.kind === "saved") expect(order.indexOf(`Keys ${round}`)).toBeLessThan(order.indexOf(own.name));
      else expect(made.kind).toBe("exceeds");
    }
  });
});

describe("somebody who can manage people remains", () => {
  it("also when nobody is an admin: they are not demoted, deactivated, nor is it taken from their role", async () => {
    const permissions = PERMISSIONS.filter((one) => one !== "manage_account");
    const id = await compose({ name: "Everything", permissions: [...permissions], refundLimits: null });
    const last = await give(id);
    await changeRole(admin, { personId: admin.actor.userId, role: "support" });
    const self = { ...last };
    const personId = last.actor.userId;
    expect(await deactivatePerson(self, personId)).toEqual({ kind: "last_admin" });
    expect(await changeRole(self, { personId, role: "support" })).toEqual({ kind: "last_admin" });
    const without = permissions.filter((one) => one !== "manage_people");
    const taken = input({
      id,
      version: 1,
      name: "Everything",
      permissions: [...without],
      refundLimits: null,
    });
    expect(await saveRole(self, taken)).toEqual({ kind: "last_admin" });
    await expect(harness.pool.query("update roles set permissions = '{}'")).rejects.toThrow("must remain");
    await harness.ctxOf("admin");
    expect(await saveRole(self, taken)).toEqual({ kind: "saved", id });
  });

  it("when the last two give it up at once, by a role and by a person", async () => {
    for (let round = 0; round < 8; round += 1) {
      await harness.reset();
      admin = await harness.ctxOf("admin");
      const everything = PERMISSIONS.filter((one) => one !== "manage_account");
      const id = await compose({ name: "Everything", permissions: [...everything], refundLimits: null });
      const other = await give(id);
      const without = everything.filter((one) => one !== "manage_people");
      const outcomes = await Promise.all([
        saveRole(
          other,
          input({ id, version: 1, name: "Everything", permissions: [...without], refundLimits: null }),
        ),
        deactivatePerson(admin, admin.actor.userId),
      ]);
      expect(outcomes.filter(({ kind }) => kind === "last_admin")).toHaveLength(1);
    }
  });

  it("past the application too: two transactions that each leave the other's manager", async () => {
    const id = await compose({ permissions: ["manage_people"], refundLimits: null });
    const other = await give(id);
    const results = await Promise.allSettled([
      harness.pool.query("update roles set permissions = '{view_audit}'"),
      harness.pool.query("update people set role = 'ops' where id = $1", [admin.actor.userId]),
    ]);
    expect(results.filter(({ status }) => status === "rejected")).toHaveLength(1);
    expect(other.actor.userId).not.toBe(admin.actor.userId);
  });
});

describe("in another account", () => {
  let second: SecondAccount;
  beforeEach(async () => {
    second = await addSecondAccount(harness);
  });

  it("a role of one account is unknown: it is neither seen, changed, deleted nor given there", async () => {
    const id = await compose();
    const there = await second.ctxOf("admin");
    expect((await listRoles(there)).roles).toEqual([]);
    expect(await saveRole(there, input({ id, version: 1, permissions: ["view_audit"] }))).toEqual({
      kind: "not_found",
    });
    expect(await deleteRole(there, { id, version: 1 })).toEqual({ kind: "not_found" });
    const person = await second.ctxOf("ops");
    expect(await changeRole(there, { personId: person.actor.userId, role: id })).toEqual({
      kind: "role_gone",
    });
    expect((await listRoles(admin)).roles).toMatchObject([{ id, version: 1 }]);
  });

  it("somebody's higher role protects them in the first: nobody weaker gets in as them", async () => {
    const weak = await manager();
    const { actor } = await harness.ctxOf(composed(["view_payments"]));
    expect((await makePersonLink(weak, actor.userId)).kind).toBe("link");
    await second.ctxOf("admin", actor);
    expect(await makePersonLink(weak, actor.userId)).toEqual({ kind: "exceeds" });
    expect((await makePersonLink(admin, actor.userId)).kind).toBe("link");
  });
});

it("a process of an earlier version finds a name that allows nothing, and can give a preset in its place", async () => {
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
