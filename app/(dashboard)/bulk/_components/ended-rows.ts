import type { BulkRowState, BulkRunView } from "@/lib/bulk";

const OPEN: readonly BulkRowState[] = [
  "unchecked",
  "likely_duplicate",
  "ready",
  "sending",
  "accepted",
  "unknown",
];

/** How many rows are through with what is being done to them: with the check, or with the run and their refunds. */
export function endedRows({ state, counts, rowCount }: BulkRunView): number {
  if (state === "checking") return rowCount - counts.unchecked;
  return rowCount - OPEN.reduce((open, one) => open + counts[one], 0);
}
