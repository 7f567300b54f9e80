import { paths } from "@/lib/paths";
import { downloadExport } from "@/server/dashboard/scheduled-exports/queries/download-export";
import { answerExport } from "../../_answer";

type FileContext = { params: Promise<{ runId: string }> };

/** The file of one of one's own scheduled exports. */
export async function GET(_request: Request, { params }: FileContext): Promise<Response> {
  const { runId } = await params;
  return answerExport(
    (problem) => paths.scheduledExports({ export: problem }),
    async (ctx) => (await downloadExport(ctx, { runId })) ?? "file_gone",
  );
}
