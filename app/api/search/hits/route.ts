import { findTopHits } from "@/server/dashboard/payments/queries/find-top-hits";
import { answerOutcome } from "../../_answer";

/** The body is the text of the search field so far. */
export async function POST(request: Request): Promise<Response> {
  const typed = await request.text();
  return answerOutcome((ctx) => findTopHits(ctx, typed));
}
