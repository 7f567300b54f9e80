import { MAX_UNREAD } from "@/lib/notifications/notification-views";
import { requirePermission } from "../../auth/authorize";
import type { Ctx } from "../../context";
import { visibleEvents } from "../domain/visible-events";
import { countUnread } from "../store/notifications";

/** One's own unread notifications, counted up to {@link MAX_UNREAD}. */
export async function countUnreadNotifications(ctx: Ctx): Promise<number> {
  const { userId: personId, role } = ctx.actor;
  await requirePermission(ctx, "manage_account", { kind: "account", id: personId });
  return countUnread(ctx.pool, { personId, events: visibleEvents(role) }, MAX_UNREAD);
}
