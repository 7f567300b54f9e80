import { currentRules } from "@/server/dashboard/rules/queries/current-rules";
import { answerOutcome } from "../../_answer";

/** The rules now in force, for a draft of an older version. */
export function GET(): Promise<Response> {
  return answerOutcome(currentRules);
}
