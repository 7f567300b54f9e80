import { requirePermission } from "../../auth/authorize";
import type { Ctx } from "../../context";
import { markRead } from "../store/notifications";

/** Marks one's own as read: one of them, or all up to one, so that a later one stays unread. Returns how many. */
export async function readNotifications(
  ctx: Ctx,
  which: { only: string } | { upTo: string },
): Promise<number> {
  const { userId } = ctx.actor;
  await requirePermission(ctx, "manage_account", { kind: "account", id: userId });
  const [id] = Object.values(which);
  if (id === undefined || !/^[0-9]{1,18}$/.test(id)) return 0;
  const position = "only" in which ? { only: BigInt(id) } : { upTo: BigInt(id) };
  return markRead(ctx.pool, userId, position, ctx.clock.now());
}
