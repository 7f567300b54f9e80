import { paths } from "@/lib/paths";
import { exportLines } from "@/server/dashboard/payments/queries/export-lines";
import { answerExport, formatOf } from "../_answer";

/** Exports what the pasted `lines` find; `format` is csv or xlsx. By POST, because they may be contacts. */
export async function POST(request: Request): Promise<Response> {
  const form = await request.formData().catch(() => new FormData());
  const textOf = (name: string): string => {
    const value = form.get(name);
    return typeof value === "string" ? value : "";
  };
  const format = formatOf(textOf("format"));
  return answerExport(
    (problem) => (problem === undefined ? paths.findLines() : `${paths.findLines()}?export=${problem}`),
    async (ctx) => (await exportLines(ctx, textOf("lines"), format)) ?? "invalid",
  );
}
