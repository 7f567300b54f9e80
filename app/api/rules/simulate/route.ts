import { simulateRules } from "@/server/dashboard/rules/queries/try-rules";
import { answerOutcome } from "../../_answer";

/** The body is the arguments as JSON; nothing is changed. */
export async function POST(request: Request): Promise<Response> {
  const input: unknown = await request.json().catch(() => null);
  return answerOutcome((ctx) => simulateRules(ctx, input));
}
