import type { UnreadView } from "@/lib/notifications/notification-views";
import { countUnreadNotifications } from "@/server/dashboard/notifications/queries/count-unread";
import { respondWithQuery } from "../../_response";

export async function GET(): Promise<Response> {
  return respondWithQuery(async (ctx): Promise<UnreadView> => ({
    unread: await countUnreadNotifications(ctx),
  }));
}
