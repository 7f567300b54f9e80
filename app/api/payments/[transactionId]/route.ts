import type { NextRequest } from "next/server";
import { viewPayment } from "@/server/dashboard/payments/queries/view-payment";
import { respondWithQuery } from "../../_response";

type Params = { params: Promise<{ transactionId: string }> };

export async function GET(request: NextRequest, { params }: Params): Promise<Response> {
  const { transactionId } = await params;
  const reference = request.nextUrl.searchParams.get("reference");
  return respondWithQuery((ctx) => viewPayment(ctx, { transactionId, reference }));
}
