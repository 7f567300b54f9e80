/** Exports of the bulk domain for other subjects. */
export type { ConfirmedRepeats } from "./bulk-comparison";
