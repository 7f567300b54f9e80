import type { NextRequest } from "next/server";
import { ForbiddenError } from "@/server/dashboard/auth/authorize";
import { currentCtx } from "@/server/dashboard/context";
import { exportBulkResult } from "@/server/dashboard/queries/export-bulk-result";

export async function GET(
  request: NextRequest,
  { params }: { params: Promise<{ runId: string }> },
): Promise<Response> {
  const ctx = await currentCtx();
  if (ctx === null) return new Response(null, { status: 401 });
  const { runId } = await params;
  try {
    const format = request.nextUrl.searchParams.get("format") ?? "csv";
    return (await exportBulkResult(ctx, { runId, format })) ?? new Response(null, { status: 404 });
  } catch (error) {
    if (error instanceof ForbiddenError) return new Response(null, { status: 403 });
    throw error;
  }
}
