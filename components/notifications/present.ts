import { translator } from "@/components/i18n/server";
import type { NotificationFact } from "@/lib/notifications/details";
import { notificationHref } from "@/lib/notifications/href";
import type { NotificationView } from "@/lib/notifications/notification-views";
import { notificationText } from "@/lib/notifications/text";

type Unworded = { id: string; at: string; isRead: boolean; fact: NotificationFact };

/** Words notifications in the reader's language, on the server, so that no page carries the texts of all events. */
export async function presentNotifications(items: readonly Unworded[]): Promise<NotificationView[]> {
  const t = await translator("notifications");
  return items.map(({ fact, ...item }) => ({
    ...item,
    event: fact.event,
    href: notificationHref(fact),
    ...notificationText(t, fact),
  }));
}
