import type { BulkRowState, BulkRunView } from "@/lib/bulk";

const OPEN: readonly BulkRowState[] = [
  "unchecked",
  "likely_duplicate",
  "ready",
  "sending",
  "accepted",
  "unknown",
];

/** How many rows of a run that was started are over without anything sent; a lookup sends nothing to say that of. */
export function unsentRows({ kind, counts }: BulkRunView): number {
  return kind === "lookup" ? 0 : counts.not_sent + counts.skipped;
}

/** How many rows are finished in the current phase: the check, or the run including its refunds. */
export function endedRows({ state, counts, rowCount }: BulkRunView): number {
  if (state === "checking") return rowCount - counts.unchecked;
  return rowCount - OPEN.reduce((open, one) => open + counts[one], 0);
}
