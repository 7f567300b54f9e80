import { paths } from "@/lib/paths";
import { downloadExport } from "@/server/dashboard/scheduled-exports/queries/download-export";
import { respondWithExport } from "../../_response";

type FileContext = { params: Promise<{ runId: string }> };

/** The file of one of one's own scheduled exports. */
export async function GET(_request: Request, { params }: FileContext): Promise<Response> {
  const { runId } = await params;
  return respondWithExport(
    (problem) => paths.scheduledExports({ export: problem }),
    async (ctx) => (await downloadExport(ctx, { runId })) ?? "file_gone",
  );
}
