/** One column of an exported file. Headings are for programs, the same in every language, so files can be imported. */
export type ExportColumn<Row> = {
  heading: string;
  /**
   * `text` is kept exactly. `amount` is the service's decimal text ("1499.00"): a number that a spreadsheet can add up.
   * `count` is a whole number.
   */
  kind: "text" | "amount" | "count";
  /** Null leaves the cell empty. */
  cell: (row: Row) => string | null;
};

/** The content of a file; its rows are streamed and never all in memory. */
export type ExportTable<Row> = {
  /** The sheet's name, and the beginning of the file's. */
  name: string;
  columns: readonly ExportColumn<Row>[];
};

export const EXPORT_FORMATS = ["csv", "xlsx"] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];

/** How many rows are written at a time, and so how many are in memory. */
export const ROWS_AT_ONCE = 200;
