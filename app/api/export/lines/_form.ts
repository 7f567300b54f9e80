import type { ExportFormat } from "@/server/dashboard/export/export-table";
import { formatOf } from "../_response";

/** What the form of an export of pasted lines sends. */
export async function linesFormOf(request: Request): Promise<{ lines: string; format: ExportFormat | null }> {
  const form = await request.formData().catch(() => new FormData());
  const textOf = (name: string): string => {
    const value = form.get(name);
    return typeof value === "string" ? value : "";
  };
  return { lines: textOf("lines"), format: formatOf(textOf("format")) };
}
