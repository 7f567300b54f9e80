import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { PERMISSIONS } from "@/lib/can";
import type { RoleInput } from "@/lib/people/role-views";
import type { Ctx } from "../../context";
import { type Harness, startHarness } from "@/tools/testing/dashboard/harness";
import { composeRole, giveRole, roleInput } from "@/tools/testing/dashboard/roles";
import { changeRole } from "./change-role";
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
    const taken = roleInput({
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
          roleInput({ id, version: 1, name: "Everything", permissions: [...without], refundLimits: null }),
        ),
        deactivatePerson(admin, admin.actor.userId),
      ]);
      expect(outcomes.filter(({ kind }) => kind === "last_admin")).toHaveLength(1);
    }
  });

  it("past the application too: two transactions that each leave the other's manager", async () => {
    const id = await compose({ permissions: ["manage_people"], refundLimits: null });
    await give(id);
    const results = await Promise.allSettled([
      harness.pool.query("update roles set permissions = '{view_audit}'"),
      harness.pool.query("update people set role = 'ops' where id = $1", [admin.actor.userId]),
    ]);
    expect(results.filter(({ status }) => status === "rejected")).toHaveLength(1);
    const { rows } = await harness.pool.query(
      `select from people left join roles on roles.id = people.composed_role_id
       where people.role = 'admin' or 'manage_people' = any (roles.permissions)`,
    );
    expect(rows).toHaveLength(1);
  });
});
