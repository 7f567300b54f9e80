import type { NextRequest } from "next/server";
import { seeOther } from "@/app/api/export/_answer";
import { paths } from "@/lib/paths";
import { ForbiddenError } from "@/server/dashboard/auth/authorize";
import { currentCtx } from "@/server/dashboard/context";
import { ExportsFullError } from "@/server/dashboard/export/export-slots";
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
    if (error instanceof ExportsFullError) return seeOther(paths.bulkRun(runId, { export: error.full }));
    if (error instanceof ForbiddenError) return new Response(null, { status: 403 });
    throw error;
  }
}
