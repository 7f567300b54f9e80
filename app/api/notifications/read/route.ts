import type { NextRequest } from "next/server";
import type { UnreadView } from "@/lib/notifications/notification-views";
import { readNotifications } from "@/server/dashboard/notifications/commands/read-notifications";
import { countUnreadNotifications } from "@/server/dashboard/notifications/queries/count-unread";
import { respondWithQuery } from "../../_response";

export async function POST(request: NextRequest): Promise<Response> {
  const query = request.nextUrl.searchParams;
  const only = query.get("only");
  return respondWithQuery(async (ctx): Promise<UnreadView> => {
    await readNotifications(ctx, only === null ? { upTo: query.get("up_to") ?? "" } : { only });
    return { unread: await countUnreadNotifications(ctx) };
  });
}
