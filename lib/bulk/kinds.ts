/** What the rows of a run request. All rows of a run have the same kind. */
export const BULK_KINDS = ["refund", "cancel", "lookup"] as const;
export type BulkKind = (typeof BULK_KINDS)[number];

/** Where the rows come from: a file or pasted rows, or payments selected in the list of stuck payments. */
export type BulkSource = "upload" | "stuck_queue";

export type BulkColumn = "reference" | "amount" | "reason" | "transaction_id";

/** How a file is read. */
export type BulkLayout = {
  /** The line with the names of the columns; what is above it are titles. Null: every record is a row. */
  headingLine: number | null;
  /** The index of each column that is used. */
  columns: { [Column in BulkColumn]?: number };
  /** The decimal sign of the amounts: 1,499.50 or 1.499,50. */
  decimalSign: "." | ",";
};

/** The beginning of a file whose columns a person has to choose. */
export type BulkFilePreview = {
  records: { line: number; cells: string[] }[];
  /** How many records the whole file has. */
  recordCount: number;
  /** What is proposed, or what the person chose for the last file with these headings. */
  layout: BulkLayout;
  isRemembered: boolean;
  /** The file does not say how its letters are encoded. */
  isAssumed: boolean;
};
