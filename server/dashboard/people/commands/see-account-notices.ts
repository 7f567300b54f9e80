import { requirePermission } from "../../auth/authorize";
import type { Ctx } from "../../context";
import { markNoticesSeen } from "../store/account-notices";

/** Marks one's own notices as seen, up to the newest on the page; returns how many there were. */
export async function seeAccountNotices(ctx: Ctx, upToId: string): Promise<number> {
  const { userId } = ctx.actor;
  await requirePermission(ctx, "manage_account", { kind: "account", id: userId });
  if (!/^[0-9]{1,18}$/.test(upToId)) return 0;
  return markNoticesSeen(ctx.pool, userId, BigInt(upToId), ctx.clock.now());
}
