import { requirePermission } from "../../auth/authorize";
import type { Ctx } from "../../context";
import { countUnseenNotices } from "../store/account-notices";

/** How many notices about attempts on their own account the person has not marked as seen. */
export async function countAccountNotices(ctx: Ctx): Promise<number> {
  const { userId } = ctx.actor;
  await requirePermission(ctx, "manage_account", { kind: "account", id: userId });
  return countUnseenNotices(ctx.pool, userId);
}
