import { paths } from "@/lib/paths";
import { exportLines } from "@/server/dashboard/payments/queries/export-lines";
import { respondWithExport } from "../_response";
import { linesFormOf } from "./_form";

/** Exports what the pasted `lines` find; `format` is csv or xlsx. By POST, because they may be contacts. */
export async function POST(request: Request): Promise<Response> {
  const { lines, format } = await linesFormOf(request);
  return respondWithExport(
    (problem) => (problem === undefined ? paths.findLines() : `${paths.findLines()}?export=${problem}`),
    async (ctx) => (await exportLines(ctx, lines, format)) ?? "invalid",
  );
}
