/** Exports of work queues for other subjects. */
export { namesOfAssignees } from "./store/open-items";
export { watchWork, watchWorkAtService } from "./jobs/watch-work";
