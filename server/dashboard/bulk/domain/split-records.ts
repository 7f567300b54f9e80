/** One record of a file, and the line that it begins on. */
export type BulkRecord = {
  line: number;
  cells: readonly string[];
  /** Its quotation marks do not say where its cells end: `cells` are those of its first line, divided at each delimiter. */
  isBroken?: true;
};

/** What is kept of one record; a spreadsheet that people work with has fewer columns. */
const MAX_CELLS = 1_000;
/** What is kept of a cell, in UTF-16 units: more than any that can be sent, so a longer one is still told as too long. */
const MAX_KEPT = 2_000;
/** A spreadsheet's limit for a cell. A quotation that is longer was never closed. */
const MAX_QUOTED_LENGTH = 32_767;

/** How much text without a record is read at once, in UTF-16 units: other work can then have its turn. */
const MAX_EMPTY = 64 * 1024;

type Read = { cells: string[]; end: number };

/**
 * Divides a text into records as RFC 4180 does, with any line ends, and without empty records: null stands for very many. A
 * record with a stray or unclosed quotation mark is broken and ends with its line, so that it takes no other record with it. Spaces between a
 * delimiter and a quotation mark belong to no cell. A tab-separated text, as spreadsheets copy it, may have quotation marks
 * within a cell. The time is linear: a quotation that leads nowhere ends at the next one's mark (decision 0370). `end` is the
 * position after a record.
 */
export function* splitRecords(
  text: string,
  delimiter: string,
  from = 0,
): Generator<{ record: BulkRecord | null; end: number }> {
  let at = from;
  let given = from;
  let line = 1 + lineBreaksIn(text.slice(0, from));
  while (at < text.length) {
    const whole = readRecord(text, at, delimiter);
    const read = whole ?? readBrokenLine(text, at, delimiter);
    const next = afterLineEnd(text, read.end);
    if (read.cells.some((cell) => cell.trim() !== "")) {
      const cells = read.cells.map(kept);
      yield { record: { line, cells, ...(whole === null && { isBroken: true }) }, end: next };
      given = next;
    } else if (next - given >= MAX_EMPTY) {
      yield { record: null, end: next };
      given = next;
    }
    line += whole === null ? 1 : lineBreaksIn(text.slice(at, next));
    at = next;
  }
}

/** Cuts a cell, and never leaves half of a character at its end. */
function kept(cell: string): string {
  return cell.length <= MAX_KEPT ? cell : cell.slice(0, MAX_KEPT).replace(/[\ud800-\udbff]$/, "");
}

/** Null if its quotation marks are wrong. */
function readRecord(text: string, start: number, delimiter: string): Read | null {
  const cells: string[] = [];
  let at = start;
  for (;;) {
    if (cells.length === MAX_CELLS) return { cells, end: endOfLine(text, at) };
    const cell = readQuoted(text, at, delimiter) ?? readPlain(text, at, delimiter);
    if (cell === "broken") return null;
    cells.push(cell.value);
    if (text[cell.end] !== delimiter) return { cells, end: cell.end };
    at = cell.end + 1;
  }
}

type Cell = { value: string; end: number };

/** Null if the cell does not begin with a quotation mark. `="0123"` is how a spreadsheet is told to keep the zero. */
function readQuoted(text: string, start: number, delimiter: string): Cell | "broken" | null {
  let at = skipSpaces(text, start);
  if (text[at] === "=" && text[at + 1] === '"') at += 1;
  if (text[at] !== '"') return null;
  let value = "";
  for (at += 1; ;) {
    const mark = text.indexOf('"', at);
    if (mark === -1 || value.length + mark - at > MAX_QUOTED_LENGTH) return "broken";
    value += text.slice(at, mark);
    if (text[mark + 1] !== '"') {
      const end = skipSpaces(text, mark + 1);
      return isEndOfCell(text, end, delimiter) ? { value, end } : "broken";
    }
    value += '"';
    at = mark + 2;
  }
}

function readPlain(text: string, start: number, delimiter: string): Cell | "broken" {
  let end = start;
  while (!isEndOfCell(text, end, delimiter)) {
    if (text[end] === '"' && delimiter !== "\t") return "broken";
    end += 1;
  }
  return { value: text.slice(start, end), end };
}

function readBrokenLine(text: string, start: number, delimiter: string): Read {
  const end = endOfLine(text, start);
  return { cells: text.slice(start, end).split(delimiter, MAX_CELLS), end };
}

function isEndOfCell(text: string, at: number, delimiter: string): boolean {
  return at >= text.length || text[at] === delimiter || text[at] === "\n" || text[at] === "\r";
}

function skipSpaces(text: string, start: number): number {
  let at = start;
  while (text[at] === " ") at += 1;
  return at;
}

function endOfLine(text: string, start: number): number {
  let end = start;
  while (end < text.length && text[end] !== "\n" && text[end] !== "\r") end += 1;
  return end;
}

function afterLineEnd(text: string, end: number): number {
  return text[end] === "\r" && text[end + 1] === "\n" ? end + 2 : Math.min(end + 1, text.length);
}

function lineBreaksIn(text: string): number {
  return text.match(/\r\n|\r|\n/g)?.length ?? 0;
}
