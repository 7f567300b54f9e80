import { findRefund } from "@/server/dashboard/queries/find-refund";
import { answerQuery } from "../../_answer";

type Context = { params: Promise<{ refundId: string }> };

export async function GET(_request: Request, { params }: Context): Promise<Response> {
  const { refundId } = await params;
  return answerQuery((ctx) => findRefund(ctx, refundId));
}
