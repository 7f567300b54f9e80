/** What other subjects may use of the store of bulk. */
export { findRunsOfRows } from "./bulk-rows";
export { findLiveStuckRun } from "./bulk-runs";
