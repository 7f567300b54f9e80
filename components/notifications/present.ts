import { currentLocale, translator } from "@/components/i18n/server";
import { currentTimeZone } from "@/components/time-zone/server";
import { formatTime, formatUtcTime } from "@/components/ui/time-format";
import type { NotificationFact } from "@/lib/notifications/details";
import { notificationHref } from "@/lib/notifications/href";
import type { NotificationView } from "@/lib/notifications/notification-views";
import { notificationText } from "@/lib/notifications/text";

type Unworded = { id: string; at: string; isRead: boolean; fact: NotificationFact };

/** Words notifications in the reader's language, on the server, so that no page carries the texts of all events. */
export async function presentNotifications(items: readonly Unworded[]): Promise<NotificationView[]> {
  const [t, locale, timeZone] = await Promise.all([
    translator("notifications"),
    currentLocale(),
    currentTimeZone(),
  ]);
  const timeOf = (iso: string): string =>
    timeZone === "UTC"
      ? formatUtcTime(new Date(iso), locale)
      : formatTime(new Date(iso), locale, timeZone, "minutes");
  return items.map(({ fact, ...item }) => ({
    ...item,
    event: fact.event,
    href: notificationHref(fact),
    ...notificationText(t, fact, timeOf),
  }));
}
