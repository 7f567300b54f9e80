import type { BulkKind, BulkSource } from "@/lib/bulk";

const MAX_LENGTH = 80;

/** The name of a run's result file, without time and ending: after the file that was uploaded. */
export function resultFileName(run: {
  kind: BulkKind;
  source: BulkSource;
  fileName: string | null;
  rowCount: number;
}): string {
  const base = run.fileName === null ? "" : safeName(run.fileName.replace(/\.[a-z0-9]{1,5}$/i, ""));
  if (base !== "") return `${base}-result`;
  return run.source === "stuck_queue" ? `cancel-${String(run.rowCount)}-result` : `bulk-${run.kind}-result`;
}

/** Letters and digits of any script; the rest could name a folder, hide the ending or end the header. */
function safeName(text: string): string {
  return [...text.normalize("NFC")]
    .slice(0, MAX_LENGTH)
    .join("")
    .replace(/[^\p{L}\p{M}\p{N}._-]+/gu, "-")
    .replace(/^[-.]+|(?<![-.])[-.]+$/g, "");
}
