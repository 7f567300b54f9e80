/** A cell that `escape_formulas` of csv-stringify has put an apostrophe before, or that looks as if it had. */
const ESCAPED = /^'+[=+\-@\t\r\uff1d\uff0b\uff0d\uff20]/u;

/** A text that looks escaped by itself gets one more apostrophe, so that reading gives it back as it is. */
export function escapeApostrophe(text: string): string {
  return ESCAPED.test(text) ? `'${text}` : text;
}

/** The text of a cell of a CSV file: without the apostrophe that keeps spreadsheets from taking it for a formula (0202). */
export function unescapeFormula(cell: string): string {
  return ESCAPED.test(cell) ? cell.slice(1) : cell;
}
