/** What other subjects may use of the domain of bulk. */
export type { ConfirmedRepeats } from "./bulk-comparison";
