import { covers, limitsOf, mayGrant, PERMISSIONS, ROLES } from "@/lib/can";
import type { GivableRole, RolesView } from "@/lib/people/role-views";
import { requirePermission } from "../../auth/authorize";
import type { Ctx } from "../../context";
import { countPresets, listRoles as listStored } from "../store/roles";

/** The presets and the composed roles of the account, and what the person may put into a role. */
export async function listRoles(ctx: Ctx): Promise<RolesView> {
  await requirePermission(ctx, "manage_people", { kind: "role", id: "" });
  const own = ctx.actor.role;
  const [roles, presets] = await Promise.all([listStored(ctx.pool), countPresets(ctx.pool)]);
  return {
    presets,
    roles: roles.map((role) => ({ ...role, mayChange: covers(own, role) })),
    grantable: PERMISSIONS.filter((permission) => mayGrant(own, permission)),
    grantableLimits: {
      refund_payment: limitsOf(own, "refund_payment"),
      approve_refund: limitsOf(own, "approve_refund"),
    },
  };
}

/** The roles that the person may give, the presets first: only those that their own role covers (decision 0304). */
export async function listGivableRoles(ctx: Ctx): Promise<GivableRole[]> {
  await requirePermission(ctx, "manage_people", { kind: "role", id: "" });
  const own = ctx.actor.role;
  const composed = (await listStored(ctx.pool)).filter((role) => covers(own, role));
  return [
    ...ROLES.filter((preset) => covers(own, preset)).map((preset) => ({ id: preset, name: null })),
    ...composed.map(({ id, name }) => ({ id, name })),
  ];
}
