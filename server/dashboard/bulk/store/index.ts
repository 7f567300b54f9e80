/** Exports of bulk's store for other subjects. */
export { askForCancels } from "./bulk-cancel-polls";
export { largestRequestedAmounts } from "./bulk-review";
export { noteRefundedRow, renewBulkClaim } from "./bulk-row-moves";
export { findRunsOfRows, findRunsThatFulfil, hasOutcome } from "./bulk-rows";
export { findRunNames } from "./bulk-run-names";
export { askForRuns, countUnfinishedRuns, findLiveStuckRun } from "./bulk-runs";
export { pauseRunsForClosing } from "./pause-for-closing";
