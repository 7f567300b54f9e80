import { requestReasons } from "@/server/dashboard/requests/queries/request-reasons";
import { answerOutcome } from "../_answer";

export function GET(): Promise<Response> {
  return answerOutcome(requestReasons);
}
