/**
 * A text that a spreadsheet may take for a formula (failure 31), or that looks like one with its apostrophe: signs that are
 * not seen, or are cut off when the file is read, do not hide the one that makes it a formula.
 */
const FORMULA = "(?:[\\t\\r\\n]|[\\s\\p{Cc}\\p{Cf}]*[=+\\-@\\uff1d\\uff0b\\uff0d\\uff20])";
const MAY_RUN = new RegExp(`^'*${FORMULA}`, "u");
const ESCAPED = new RegExp(`^'+${FORMULA}`, "u");

/**
 * Puts an apostrophe before a text that may run. A text that looks escaped gets one more, so that an import restores it
 * exactly.
 */
export function escapeFormula(text: string): string {
  return MAY_RUN.test(text) ? `'${text}` : text;
}

/** The text of a CSV cell without the apostrophe that keeps spreadsheets from treating it as a formula (0111). */
export function unescapeFormula(cell: string): string {
  return ESCAPED.test(cell) ? cell.slice(1) : cell;
}
