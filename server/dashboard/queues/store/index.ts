/** Exports of the store of work queues for other subjects. */
export { unassignPerson } from "./unassign-person";
