/** A cell that `escape_formulas` of csv-stringify has prefixed with an apostrophe, or that looks like one. */
const ESCAPED = /^'+[=+\-@\t\r\uff1d\uff0b\uff0d\uff20]/u;

/** A text that looks escaped gets one more apostrophe, so that an import restores it exactly. */
export function escapeApostrophe(text: string): string {
  return ESCAPED.test(text) ? `'${text}` : text;
}

/** The text of a CSV cell without the apostrophe that keeps spreadsheets from treating it as a formula (0202). */
export function unescapeFormula(cell: string): string {
  return ESCAPED.test(cell) ? cell.slice(1) : cell;
}
