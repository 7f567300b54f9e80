import { checkRefundNow, findRefund } from "@/server/dashboard/refunds/queries/find-refund";
import { respondWithQuery } from "../../_response";

type Context = { params: Promise<{ refundId: string }> };

/** The server's current data of a refund. */
export async function GET(_request: Request, { params }: Context): Promise<Response> {
  const { refundId } = await params;
  return respondWithQuery((ctx) => findRefund(ctx, refundId));
}

/** "Check now": polls the service first; all viewers see the result. */
export async function POST(_request: Request, { params }: Context): Promise<Response> {
  const { refundId } = await params;
  return respondWithQuery((ctx) => checkRefundNow(ctx, refundId));
}
