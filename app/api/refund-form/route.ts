import type { NextRequest } from "next/server";
import { refundForm } from "@/server/dashboard/refunds/queries/refund-form";
import { respondWithQuery } from "../_response";

export function GET(request: NextRequest): Promise<Response> {
  const reference = request.nextUrl.searchParams.get("reference") ?? "";
  const transactionId = request.nextUrl.searchParams.get("transaction") ?? "";
  const requestId = request.nextUrl.searchParams.get("request");
  const again = request.nextUrl.searchParams.get("again");
  return respondWithQuery(
    (ctx) => refundForm(ctx, { reference, transactionId, again, requestId }),
    (view) => (view.kind === "forbidden" ? 403 : 200),
  );
}
