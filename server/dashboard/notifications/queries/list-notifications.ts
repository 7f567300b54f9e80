import { type NotificationFact, parseNotificationFact } from "@/lib/notifications/details";
import { NOTIFICATION_EVENTS, NOTIFICATION_GROUPS, type NotificationGroup } from "@/lib/notifications/events";
import { requirePermission } from "../../auth/authorize";
import type { Ctx } from "../../context";
import { visibleEvents } from "../domain/visible-events";
import { listNotifications as listStored } from "../store/notifications";

/** A notification before it has words. */
type ListedNotification = { id: string; at: string; isRead: boolean; fact: NotificationFact };

type NotificationPage = { items: ListedNotification[]; next: string | null };

const PER_PAGE = 30;

/** The position of a page, from its address; null for anything else. */
const positionOf = (text: string): bigint | null => (/^[0-9]{1,18}$/.test(text) ? BigInt(text) : null);

export const groupOf = (text: string): NotificationGroup | null =>
  NOTIFICATION_GROUPS.find((group) => group === text) ?? null;

/** One's own, newest first: those whose subject one may see now (decision 0280). */
export async function listNotifications(
  ctx: Ctx,
  options: { isUnreadOnly?: boolean; group?: string; before?: string; limit?: number } = {},
): Promise<NotificationPage> {
  const { userId: personId, role } = ctx.actor;
  await requirePermission(ctx, "manage_account", { kind: "account", id: personId });
  const group = groupOf(options.group ?? "");
  const limit = options.limit ?? PER_PAGE;
  const events = visibleEvents(role).filter(
    (event) => group === null || NOTIFICATION_EVENTS[event].group === group,
  );
  const filter = { personId, events, isUnreadOnly: options.isUnreadOnly ?? false };
  const rows = await listStored(ctx.pool, filter, {
    before: positionOf(options.before ?? ""),
    limit: limit + 1,
  });
  const shown = rows.slice(0, limit);
  return {
    items: shown.flatMap((row) => {
      const fact = parseNotificationFact(row.event, row.detail);
      if (fact === null) return [];
      return [{ id: String(row.id), at: row.at.toISOString(), isRead: row.readAt !== null, fact }];
    }),
    next: rows.length > limit ? String(shown.at(-1)?.id ?? "") : null,
  };
}
