import type { NextRequest } from "next/server";
import { respondWithExport, formatOf, seeOther } from "@/app/api/export/_response";
import { paths } from "@/lib/paths";
import { exportBulkResult } from "@/server/dashboard/bulk/queries/export-bulk-result";

/** Every row of a run and its outcome. For a missing run it redirects to the run's page, which says so. */
export async function GET(
  request: NextRequest,
  { params }: { params: Promise<{ runId: string }> },
): Promise<Response> {
  const { runId } = await params;
  const format = formatOf(request.nextUrl.searchParams.get("format"));

  return respondWithExport(
    (problem) => paths.bulkRun(runId, { export: problem }),
    async (ctx) => {
      if (format === null) return "invalid";
      return (await exportBulkResult(ctx, { runId, format })) ?? seeOther(paths.bulkRun(runId));
    },
  );
}
