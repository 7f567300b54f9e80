import type { StartBulkOutcome, SteerBulkOutcome } from "@/lib/bulk";

/** What came of the last press of a button. */
export type RunOutcome = StartBulkOutcome | SteerBulkOutcome | { kind: "cut_off" };
