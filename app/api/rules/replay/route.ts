import { replayRules } from "@/server/dashboard/rules/queries/try-rules";
import { respondWithOutcome } from "../../_response";

/** The body is the arguments as JSON; nothing is changed. */
export async function POST(request: Request): Promise<Response> {
  const input: unknown = await request.json().catch(() => null);
  return respondWithOutcome((ctx) => replayRules(ctx, input));
}
