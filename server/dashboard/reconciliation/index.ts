export { watchFindings } from "./jobs/watch-findings";
