import { NOTIFICATION_EVENT_NAMES } from "@/lib/notifications/events";
import type { NotificationView } from "@/lib/notifications/notification-views";
import { AT } from "./data";

const WORDS: readonly (readonly [string, string])[] = [
  ["Approval requested", "₹1,20,000.00 for ORDER-20261125-000017 · Asha Rao"],
  ["Refund failed", "₹499.00 for ORDER-1"],
  [
    "Sign-in from a new device",
    "Firefox on Linux, 21 Nov 2026, 14:02. If this was not you, end that session and change your password",
  ],
];

/** One of every event, so that every icon is seen. */
export const NOTIFICATIONS: NotificationView[] = NOTIFICATION_EVENT_NAMES.map((event, index) => {
  const [title, body] = WORDS[index % WORDS.length] ?? ["", ""];
  return { id: String(100 - index), event, title, body, href: "#", at: AT, isRead: index % 3 === 2 };
});
