import { type Role, roleAllows, roleId } from "@/lib/can";

/** Who looks at the views of others. Those who may stop the sharing of any view see all that are shared. */
export function viewerOf(actor: { userId: string; role: Role }): {
  personId: string;
  role: string;
  seesAll: boolean;
} {
  const seesAll = roleAllows(actor.role, "stop_sharing_any_view");
  return { personId: actor.userId, role: roleId(actor.role), seesAll };
}
