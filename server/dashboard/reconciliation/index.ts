export { watchFindings } from "./jobs/watch-findings";
export { watchRuns } from "./jobs/watch-runs";
