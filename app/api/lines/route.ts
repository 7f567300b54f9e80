import { findLines } from "@/server/dashboard/payments/commands/find-lines";
import { respondWithOutcome } from "../_response";

/** The body is the pasted lines, which may be contacts. */
export async function POST(request: Request): Promise<Response> {
  const lines = await request.text();
  return respondWithOutcome((ctx) => findLines(ctx, lines));
}
