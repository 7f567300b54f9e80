import type { NotificationEvent } from "./events";

/** A notification as the screens show it; `title` and `body` are in the reader's language. */
export type NotificationView = {
  id: string;
  event: NotificationEvent;
  title: string;
  body: string;
  href: string;
  at: string;
  isRead: boolean;
};

/** `unread` is counted up to {@link MAX_UNREAD}. */
export type UnreadView = { unread: number };
export type NotificationListView = UnreadView & { items: NotificationView[] };

export const MAX_UNREAD = 100;
