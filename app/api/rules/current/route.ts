import { currentRules } from "@/server/dashboard/rules/queries/current-rules";
import { respondWithOutcome } from "../../_response";

/** The rules now in force, for a draft of an older version. */
export function GET(): Promise<Response> {
  return respondWithOutcome(currentRules);
}
