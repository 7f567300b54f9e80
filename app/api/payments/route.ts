import type { NextRequest } from "next/server";
import { findPayments } from "@/server/dashboard/payments/queries/find-payments";
import { answerQuery } from "../_answer";

export function GET(request: NextRequest): Promise<Response> {
  const reference = request.nextUrl.searchParams.get("reference") ?? "";
  return answerQuery((ctx) => findPayments(ctx, reference));
}
