/** Exports of the payments store for other subjects. */
export { CANCELLATION_WORK } from "./cancellation-work";
