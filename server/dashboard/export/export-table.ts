/** One column of an exported file. Headings are names for programs, the same in every language, so that files can be read back. */
export type ExportColumn<Row> = {
  heading: string;
  /**
   * `text` is kept letter by letter. `amount` is the wire's text ("1499.00"): a figure that a spreadsheet can add up.
   * `count` is a whole number.
   */
  kind: "text" | "amount" | "count";
  /** Null leaves the cell empty. */
  cell: (row: Row) => string | null;
};

/** What a file holds; its rows come one after the other and are never all in memory. */
export type ExportTable<Row> = {
  /** The sheet's name, and the beginning of the file's. */
  name: string;
  columns: readonly ExportColumn<Row>[];
};

export const EXPORT_FORMATS = ["csv", "xlsx"] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];

/** How many rows are written at a time, and so how many are in memory. */
export const ROWS_AT_ONCE = 200;
