import type { UnreadView } from "@/lib/notifications/notification-views";
import { countUnreadNotifications } from "@/server/dashboard/notifications/queries/count-unread";
import { answerQuery } from "../../_answer";

export async function GET(): Promise<Response> {
  return answerQuery(async (ctx): Promise<UnreadView> => ({ unread: await countUnreadNotifications(ctx) }));
}
