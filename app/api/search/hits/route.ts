import { findTopHits } from "@/server/dashboard/payments/queries/find-top-hits";
import { respondWithOutcome } from "../../_response";

/** The body is the text of the search field so far. */
export async function POST(request: Request): Promise<Response> {
  const typed = await request.text();
  return respondWithOutcome((ctx) => findTopHits(ctx, typed));
}
