import { requestReasons } from "@/server/dashboard/requests/queries/request-reasons";
import { answerQuestion } from "../_answer";

export function POST(request: Request): Promise<Response> {
  return answerQuestion(request, requestReasons);
}
