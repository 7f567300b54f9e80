/** One record of a file, with the line that it begins on. `hasStrayQuote`: a quotation mark in it cannot be read. */
export type CsvRecord = { line: number; cells: string[]; hasStrayQuote: boolean; end: number };

/** A record with more cells ends the reading. A spreadsheet that people work with has fewer columns. */
export const MAX_CELLS = 1_000;
/** What is kept of a cell, in UTF-16 units: more than any that can be sent, so a longer one is still told as too long. */
const MAX_CELL_LENGTH = 2_000;

const QUOTE = '"';

/**
 * Reads records one after another, in one pass over the text, whatever it holds (decision 0370). A record with more than
 * {@link MAX_CELLS} cells is the last one.
 */
export function* csvRecords(text: string, delimiter: string): Generator<CsvRecord> {
  let at = 0;
  let line = 1;
  while (at < text.length) {
    const record: CsvRecord = { line, cells: [], hasStrayQuote: false, end: at };
    do {
      const cell = readCell(text, at, delimiter);
      record.cells.push(cell.value);
      record.hasStrayQuote ||= cell.hasStrayQuote;
      line += cell.lineBreaks;
      record.end = cell.end;
      at = cell.end + 1;
    } while (text[record.end] === delimiter && record.cells.length <= MAX_CELLS);
    if (text.startsWith("\r\n", record.end)) at += 1;
    line += 1;
    yield record;
    if (record.cells.length > MAX_CELLS) return;
  }
}

/** `end` is the position of the delimiter or line end after it. */
type Cell = { value: string; end: number; lineBreaks: number; hasStrayQuote: boolean };

function readCell(text: string, start: number, delimiter: string): Cell {
  if (text[start] !== QUOTE) {
    const end = endOfCell(text, start, delimiter);
    const value = text.slice(start, end);
    return { value: kept(value), end, lineBreaks: 0, hasStrayQuote: value.includes(QUOTE) };
  }
  let close = text.indexOf(QUOTE, start + 1);
  while (close !== -1 && text[close + 1] === QUOTE) close = text.indexOf(QUOTE, close + 2);
  const inner = text.slice(start + 1, close === -1 ? text.length : close);
  const end = close === -1 ? text.length : endOfCell(text, close + 1, delimiter);
  return {
    value: kept(inner.replaceAll('""', QUOTE)),
    end,
    lineBreaks: inner.match(/\r\n|\r|\n/g)?.length ?? 0,
    hasStrayQuote: close === -1 || end > close + 1,
  };
}

function endOfCell(text: string, start: number, delimiter: string): number {
  let at = start;
  while (at < text.length && text[at] !== delimiter && text[at] !== "\n" && text[at] !== "\r") at += 1;
  return at;
}

/** Without the half of a character at its end. */
function kept(value: string): string {
  if (value.length <= MAX_CELL_LENGTH) return value;
  return value.slice(0, MAX_CELL_LENGTH).replace(/[\ud800-\udbff]$/, "");
}
