/** What the rows of a run request. All rows of a run have the same kind. */
export const BULK_KINDS = ["refund", "cancel", "lookup"] as const;
export type BulkKind = (typeof BULK_KINDS)[number];

/** Where the rows come from: a file or pasted rows, or payments selected in the list of stuck payments. */
export type BulkSource = "upload" | "stuck_queue";

export type BulkColumn = "reference" | "amount" | "reason" | "transaction_id";
