import { z } from "zod";
import { covers, isPreset, type Role, ROLES, roleAllows } from "@/lib/can";
import type { Db } from "@/server/platform/pool";
import type { Ctx } from "../../context";
import { lockActiveRole } from "../store/people";
import { lockRole, lockRoleChanges } from "../store/roles";

/** What a form sends for a role: a preset's name, or the id of a composed role. */
export const roleSchema = z.union([z.enum(ROLES), z.uuid().toLowerCase()]);

/**
 * The role that the person has who acts, in a transaction in which no role changes and nobody gets another one. Null for
 * somebody who may not manage people any more: their session or their form is older than that.
 */
export async function holdRoles(db: Db, ctx: Ctx): Promise<Role | null> {
  await lockRoleChanges(db);
  const own = await lockActiveRole(db, ctx.actor.userId);
  return own !== null && roleAllows(own, "manage_people") ? own : null;
}

/**
 * The role that a form names, if the person who acts may give it: their own role `own` covers it, amounts included
 * (decision 0304). `role_gone`: it was deleted since the form was opened.
 */
export async function readGivenRole(
  db: Db,
  own: Role,
  named: string,
): Promise<{ kind: "given"; role: Role } | { kind: "role_gone" | "exceeds" }> {
  const role = isPreset(named) ? named : await lockRole(db, named);
  if (role === null) return { kind: "role_gone" };
  return covers(own, role) ? { kind: "given", role } : { kind: "exceeds" };
}
