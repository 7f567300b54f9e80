/** Exports of work queues for other subjects. */
export { watchWork, watchWorkAtService } from "./jobs/watch-work";
