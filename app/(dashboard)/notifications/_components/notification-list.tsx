"use client";

import { NotificationItem } from "@/components/notifications/notification-item";
import type { NotificationView } from "@/lib/notifications/notification-views";

export function NotificationList({ label, items }: { label: string; items: readonly NotificationView[] }) {
  return (
    <ul
      aria-label={label}
      className="max-w-3xl divide-y divide-line overflow-hidden rounded-lg border border-line bg-surface"
    >
      {items.map((item) => (
        <li key={item.id}>
          <NotificationItem item={item} />
        </li>
      ))}
    </ul>
  );
}
