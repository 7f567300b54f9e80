import { findLines } from "@/server/dashboard/payments/commands/find-lines";
import { answerOutcome } from "../_answer";

/** The body is the pasted lines, which may be contacts. */
export async function POST(request: Request): Promise<Response> {
  const lines = await request.text();
  return answerOutcome((ctx) => findLines(ctx, lines));
}
