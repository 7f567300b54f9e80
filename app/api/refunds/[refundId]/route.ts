import { checkRefundNow, findRefund } from "@/server/dashboard/refunds/queries/find-refund";
import { answerQuery } from "../../_answer";

type Context = { params: Promise<{ refundId: string }> };

/** The server's current data of a refund. */
export async function GET(_request: Request, { params }: Context): Promise<Response> {
  const { refundId } = await params;
  return answerQuery((ctx) => findRefund(ctx, refundId));
}

/** "Check now": polls the service first; all viewers see the result. */
export async function POST(_request: Request, { params }: Context): Promise<Response> {
  const { refundId } = await params;
  return answerQuery((ctx) => checkRefundNow(ctx, refundId));
}
