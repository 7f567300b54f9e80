import { findByText } from "@/server/dashboard/payments/commands/find-by-text";
import { answerQuestion } from "../_answer";

/** Where the found payment or list is; no address contains a contact (decision 0246). */
export function POST(request: Request): Promise<Response> {
  return answerQuestion(request, (ctx, input) => findByText(ctx, typeof input === "string" ? input : ""));
}
