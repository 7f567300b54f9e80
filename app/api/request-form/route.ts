import type { NextRequest } from "next/server";
import { requestForm } from "@/server/dashboard/requests/queries/request-form";
import { answerQuery } from "../_answer";

export function GET(request: NextRequest): Promise<Response> {
  const reference = request.nextUrl.searchParams.get("reference") ?? "";
  const transactionId = request.nextUrl.searchParams.get("transaction") ?? "";
  return answerQuery(
    (ctx) => requestForm(ctx, { reference, transactionId }),
    (view) => (view.kind === "forbidden" ? 403 : 200),
  );
}
