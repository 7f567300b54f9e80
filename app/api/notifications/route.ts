import { presentNotifications } from "@/components/notifications/present";
import type { NotificationListView } from "@/lib/notifications/notification-views";
import { countUnreadNotifications } from "@/server/dashboard/notifications/queries/count-unread";
import { listNotifications } from "@/server/dashboard/notifications/queries/list-notifications";
import { respondWithQuery } from "../_response";

/** How many the panel under the bell shows; the page has all. */
const IN_PANEL = 12;

export async function GET(): Promise<Response> {
  return respondWithQuery(async (ctx): Promise<NotificationListView> => {
    const { items } = await listNotifications(ctx, { limit: IN_PANEL });
    return { items: await presentNotifications(items), unread: await countUnreadNotifications(ctx) };
  });
}
