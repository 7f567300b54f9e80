/** Exports of bulk's store for other subjects. */
export { findRunsOfRows } from "./bulk-rows";
export { findLiveStuckRun } from "./bulk-runs";
