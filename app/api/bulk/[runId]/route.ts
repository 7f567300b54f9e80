import { findBulkProgress } from "@/server/dashboard/bulk/queries/find-bulk-run";
import { respondWithQuery } from "../../_response";

export async function GET(
  _request: Request,
  { params }: { params: Promise<{ runId: string }> },
): Promise<Response> {
  const { runId } = await params;
  return respondWithQuery(
    (ctx) => findBulkProgress(ctx, runId),
    (view) => (view === null ? 404 : 200),
  );
}
