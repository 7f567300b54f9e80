import { findByText } from "@/server/dashboard/payments/commands/find-by-text";
import { answerOutcome } from "../_answer";

/** The body is the text of the search field: a contact gets into no address or log (decision 0246). */
export async function POST(request: Request): Promise<Response> {
  const text = await request.text();
  return answerOutcome((ctx) => findByText(ctx, text));
}
