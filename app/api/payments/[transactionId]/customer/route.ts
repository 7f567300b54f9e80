import { openCustomer } from "@/server/dashboard/payments/commands/open-customer";
import { answerQuestion } from "../../../_answer";

type Params = { params: Promise<{ transactionId: string }> };

/** By POST, because it is recorded in the audit log. */
export async function POST(request: Request, { params }: Params): Promise<Response> {
  const { transactionId } = await params;
  return answerQuestion(request, (ctx) => openCustomer(ctx, { transactionId }));
}
