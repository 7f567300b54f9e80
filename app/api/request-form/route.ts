import type { NextRequest } from "next/server";
import { requestForm } from "@/server/dashboard/requests/queries/request-form";
import { respondWithQuery } from "../_response";

export function GET(request: NextRequest): Promise<Response> {
  const reference = request.nextUrl.searchParams.get("reference") ?? "";
  const transactionId = request.nextUrl.searchParams.get("transaction") ?? "";
  return respondWithQuery(
    (ctx) => requestForm(ctx, { reference, transactionId }),
    (view) => (view.kind === "forbidden" ? 403 : 200),
  );
}
