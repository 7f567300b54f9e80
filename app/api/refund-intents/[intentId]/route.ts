import { findRefundIntent } from "@/server/dashboard/refunds/queries/find-refund-intent";
import { respondWithQuery } from "../../_response";

type Context = { params: Promise<{ intentId: string }> };

/** 404 with `null` when there is no such intent. */
export async function GET(_request: Request, { params }: Context): Promise<Response> {
  const { intentId } = await params;
  return respondWithQuery(
    (ctx) => findRefundIntent(ctx, intentId),
    (view) => (view === null ? 404 : 200),
  );
}
