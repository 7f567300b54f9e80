/** Exports of the notification store for other subjects. */
export { notify } from "./notify";
