import { findByText } from "@/server/dashboard/payments/commands/find-by-text";
import { respondWithOutcome } from "../_response";

/** The body is the text of the search field: a contact gets into no address or log (decision 0246). */
export async function POST(request: Request): Promise<Response> {
  const text = await request.text();
  return respondWithOutcome((ctx) => findByText(ctx, text));
}
