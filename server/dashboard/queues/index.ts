/** Exports of work queues for other subjects. */
export { withAssignees } from "./queries/list-assignees";
export { watchWork, watchWorkAtService } from "./jobs/watch-work";
