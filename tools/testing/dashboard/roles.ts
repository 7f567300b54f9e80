import { expect } from "vitest";
import type { RoleInput } from "@/lib/people/role-views";
import type { Ctx } from "@/server/dashboard/context";
import { changeRole } from "@/server/dashboard/people/commands/change-role";
import { saveRole } from "@/server/dashboard/people/commands/save-role";
import { listRoles } from "@/server/dashboard/people/queries/list-roles";
import type { Harness } from "./harness";

/** The form of a new role. */
export const roleInput = (fields: Partial<RoleInput> = {}): RoleInput => ({
  id: null,
  version: null,
  name: "Refund desk",
  permissions: ["view_payments", "refund_payment"],
  refundLimits: [{ currency: "INR", amount: "5,000" }],
  approveLimits: null,
  ...fields,
});

/** Composes a role. Returns its id. */
export async function composeRole(by: Ctx, fields: Partial<RoleInput> = {}): Promise<string> {
  const outcome = await saveRole(by, roleInput(fields));
  if (outcome.kind !== "saved") throw new Error(JSON.stringify(outcome));
  return outcome.id;
}

/** A new person to whom an admin gives a composed role. */
export async function giveRole(
  harness: Harness,
  admin: Ctx,
  roleId: string,
  role: "ops" | "support" = "ops",
): Promise<Ctx> {
  const person = await harness.ctxOf(role);
  expect(await changeRole(admin, { personId: person.actor.userId, role: roleId })).toEqual({ kind: "done" });
  const own = (await listRoles(admin)).roles.find(({ id }) => id === roleId);
  return { ...person, actor: { ...person.actor, role: own ?? person.actor.role } };
}
