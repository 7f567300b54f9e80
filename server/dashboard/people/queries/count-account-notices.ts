import { requirePermission } from "../../auth/authorize";
import type { Ctx } from "../../context";
import { countUnseenNotices } from "../store/account-notices";

/** The number of unseen notices about attempts on the person's own account. */
export async function countAccountNotices(ctx: Ctx): Promise<number> {
  const { userId } = ctx.actor;
  await requirePermission(ctx, "manage_account", { kind: "account", id: userId });
  return countUnseenNotices(ctx.pool, userId);
}
