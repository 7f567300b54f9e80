/** Exports of the notification store for other subjects. */
export { mailLink } from "./mail-link";
export { notify } from "./notify";
