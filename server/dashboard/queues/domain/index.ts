/** Exports of the domain of work queues for the subjects whose items are in them. */
export type { WorkSource } from "./work-source";
