/** Exports of the store of scheduled exports for other subjects. */
export { pauseSchedulesForClosing } from "./schedules";
