import { randomUUID } from "node:crypto";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type Permission, PERMISSIONS, ROLES } from "@/lib/can";
import type { RoleInput } from "@/lib/people/role-views";
import type { Ctx } from "../../context";
import { addSecondAccount, type SecondAccount } from "@/tools/testing/dashboard/second-account";
import { composed } from "@/tools/testing/dashboard/composed-role";
import { type Harness, startHarness } from "@/tools/testing/dashboard/harness";
import { composeRole, roleInput } from "@/tools/testing/dashboard/roles";
import { listGivableRoles, listRoles } from "../queries/list-roles";
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

const compose = (fields?: Partial<RoleInput>) => composeRole(admin, fields);
/** A manager of people whose role was given directly. */
const manager = (permissions: readonly Permission[] = ["manage_people", "view_payments"]) =>
  harness.ctxOf(composed(permissions));

describe("nobody grants what they lack", () => {
  it("by composing: each permission needs itself", async () => {
    for (const permission of PERMISSIONS.filter(
      (one) => one !== "manage_account" && one !== "manage_people",
    )) {
      const weak = await manager(["manage_people"]);
      const wanted = roleInput({ name: permission, permissions: [permission], refundLimits: null });
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
      roleInput({
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
    const role = (fields: Partial<RoleInput>) => roleInput({ name: randomUUID(), ...fields });
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
    const more = roleInput({
      id: own.id,
      version: 1,
      name: own.name,
      permissions: [...own.permissions, "manage_keys"],
    });
    expect(await saveRole(weak, more)).toMatchObject({ kind: "exceeds", isBefore: false });
    const id = await compose();
    const less = roleInput({ id, version: 1, permissions: ["view_payments"] });
    expect(await saveRole(weak, less)).toMatchObject({ kind: "exceeds", isBefore: true });
    expect(await deleteRole(weak, { id, version: 1 })).toMatchObject({ kind: "exceeds", isBefore: true });
  });

  it("by giving a role to a person, oneself included, or inviting with it", async () => {
    const own = composed(["manage_people", "view_payments"]);
    const weak = await harness.ctxOf(own);
    const support = await harness.ctxOf(composed(["view_payments"]));
    const id = await compose();
    for (const role of [...ROLES, id]) {
      for (const personId of [support.actor.userId, weak.actor.userId])
        expect(await changeRole(weak, { personId, role }), role).toEqual({ kind: "exceeds" });
      const invited = { email: `${role}@new.example`, name: "New", role };
      expect(await invitePerson(weak, invited), role).toEqual({ kind: "exceeds" });
    }
    const givable = (await listGivableRoles(weak)).map(({ id: one }) => one);
    expect(givable).toContain(own.id);
    expect(givable).not.toContain(id);
    expect(await changeRole(weak, { personId: support.actor.userId, role: own.id })).toEqual({
      kind: "done",
    });
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
    expect(await saveRole(other, roleInput())).toEqual({ kind: "forbidden" });
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
      const taken = roleInput({ id: own.id, version: 1, name: own.name, permissions: ["manage_people"] });
      const [, made] = await Promise.all([
        saveRole(admin, { ...taken, refundLimits: null }),
        saveRole(
          giver,
          roleInput({ name: `Keys ${round}`, permissions: ["manage_keys"], refundLimits: null }),
        ),
      ]);
      const rows = await harness.audit();
      const order = rows.map(({ detail }) => detail.name);
      if (made.kind === "saved") expect(order.indexOf(`Keys ${round}`)).toBeLessThan(order.indexOf(own.name));
      else expect(made.kind).toBe("exceeds");
    }
  });
});

describe("in another account", () => {
  let second: SecondAccount;
  beforeEach(async () => {
    second = await addSecondAccount(harness);
  });
  afterEach(() => second.stop());

  it("somebody's higher role protects them in the first: nobody weaker gets in as them", async () => {
    const weak = await manager();
    const { actor } = await harness.ctxOf(composed(["view_payments"]));
    expect((await makePersonLink(weak, actor.userId)).kind).toBe("link");
    await second.ctxOf("admin", actor);
    expect(await makePersonLink(weak, actor.userId)).toEqual({ kind: "exceeds" });
    expect((await makePersonLink(admin, actor.userId)).kind).toBe("link");
  });
});
