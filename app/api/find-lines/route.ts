import { findLines } from "@/server/dashboard/payments/commands/find-lines";
import { answerQuestion } from "../_answer";

export function POST(request: Request): Promise<Response> {
  return answerQuestion(request, findLines);
}
