import type { StartBulkOutcome, SteerBulkOutcome } from "@/lib/bulk";

/** The outcome of the last action. */
export type RunOutcome = StartBulkOutcome | SteerBulkOutcome | { kind: "cut_off" };
