import type { NextRequest } from "next/server";
import { emptyAnswer, seeOther } from "@/app/api/export/_answer";
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
  if (ctx === null) return emptyAnswer(401);
  const { runId } = await params;
  try {
    const format = request.nextUrl.searchParams.get("format") ?? "csv";
    return (await exportBulkResult(ctx, { runId, format })) ?? emptyAnswer(404);
  } catch (error) {
    if (error instanceof ExportsFullError) return seeOther(paths.bulkRun(runId, { export: error.full }));
    if (error instanceof ForbiddenError) return emptyAnswer(403);
    throw error;
  }
}
