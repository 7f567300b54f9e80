import { replayRules } from "@/server/dashboard/rules/queries/try-rules";
import { answerQuestion } from "../../_answer";

export function POST(request: Request): Promise<Response> {
  return answerQuestion(request, replayRules);
}
