import { once } from "node:events";
import { PassThrough } from "node:stream";
import { setImmediate } from "node:timers/promises";
import type { Worksheet } from "exceljs";
import { parseAmount } from "@/lib/money";
import { type ExportColumn, type ExportTable, ROWS_AT_ONCE } from "./export-table";

/** How many changed cells are listed; the others are counted. */
const MAX_NAMED_CHANGES = 1_000;

type ChangedCell = { row: number; column: string; change: string };

const FORMATS: Record<ExportColumn<never>["kind"], { numFmt: string; width: number }> = {
  // "@" is a spreadsheet's text format: an id stays as it is, and "=1+1" is no formula even when the cell is edited.
  text: { numFmt: "@", width: 26 },
  amount: { numFmt: "0.00", width: 14 },
  count: { numFmt: "0", width: 10 },
};

/**
 * The table as XLSX, compressed while its rows arrive. Texts are text cells and never formulas (failure 31). Rows are
 * read only as fast as the client takes the file. On an early end, or an error of the rows (rethrown), the file lacks
 * its directory and cannot be opened. If texts had to be changed for the format, a sheet lists the changes.
 */
export async function* xlsxFile<Row>(
  table: ExportTable<Row>,
  rows: AsyncIterable<Row>,
): AsyncGenerator<Uint8Array> {
  const output = new PassThrough();
  const writing = write(table, rows, output).catch((error: unknown) => {
    output.destroy(error instanceof Error ? error : new Error("the file could not be written"));
  });
  try {
    for await (const chunk of output as AsyncIterable<Buffer>) yield chunk;
  } finally {
    output.destroy();
    await writing;
  }
}

async function write<Row>(
  { name, columns }: ExportTable<Row>,
  rows: AsyncIterable<Row>,
  output: PassThrough,
): Promise<void> {
  // A large library: only processes that write such a file load it.
  const { default: exceljs } = await import("exceljs");
  const workbook = new exceljs.stream.xlsx.WorkbookWriter({
    stream: output,
    useStyles: true,
    useSharedStrings: false,
    zip: { zlib: { level: 3 } },
  });
  const sheet = workbook.addWorksheet(name, { views: [{ state: "frozen", ySplit: 1 }] });
  writeHeading(sheet, columns);

  let written = 0;
  const changed: ChangedCell[] = [];
  let changedCount = 0;
  for await (const row of rows) {
    const onChange = (column: string, change: string): void => {
      changedCount += 1;
      // The heading is the first row.
      if (changed.length < MAX_NAMED_CHANGES) changed.push({ row: written + 2, column, change });
    };
    sheet.addRow(columns.map((column) => cellValue(column, row, onChange))).commit();
    written += 1;
    if (written % ROWS_AT_ONCE === 0) await untilTaken(output);
    if (output.destroyed) return;
  }
  sheet.commit();
  if (changed.length > 0) writeChanges(workbook.addWorksheet("changed_cells"), changed, changedCount);
  await workbook.commit();
}

function writeChanges(sheet: Worksheet, changed: readonly ChangedCell[], count: number): void {
  sheet.columns = [
    { header: "row", width: 10 },
    { header: "column", width: 26 },
    { header: "change", width: 80 },
  ];
  for (const { row, column, change } of changed) sheet.addRow([row, column, change]).commit();
  if (count > changed.length) sheet.addRow([null, null, `and ${count - changed.length} more cells`]).commit();
  sheet.commit();
}

function writeHeading<Row>(sheet: Worksheet, columns: readonly ExportColumn<Row>[]): void {
  sheet.columns = columns.map(({ heading, kind }) => ({
    header: heading,
    width: FORMATS[kind].width,
    style: { numFmt: FORMATS[kind].numFmt },
  }));
  const heading = sheet.getRow(1);
  heading.font = { bold: true };
  heading.commit();
}

/** The library accepts rows at any speed and buffers its output; this waits until the output has drained. */
async function untilTaken(output: PassThrough): Promise<void> {
  await setImmediate();
  if (!output.writableNeedDrain || output.destroyed) return;
  const gone = new AbortController();
  const onClose = (): void => gone.abort();
  output.once("close", onClose);
  await once(output, "drain", { signal: gone.signal }).catch(() => undefined);
  output.off("close", onClose);
}

function cellValue<Row>(
  { heading, kind, cell }: ExportColumn<Row>,
  row: Row,
  onChange: (column: string, change: string) => void,
): string | number | null {
  const text = cell(row);
  if (text === null || text === "") return null;
  const value = kind === "text" ? text : exactFigure(text);
  if (typeof value === "number") return value;
  const { written, change } = cellText(value);
  if (change !== null) onChange(heading, change);
  return written;
}

/**
 * The one place where an amount becomes a number, because the format has no other numeric type. Such a text has at most
 * 15 digits, and a double keeps 15 digits exactly. Sums can have more; those stay text.
 */
export function exactFigure(text: string): string | number {
  return parseAmount(text).ok ? Number(text) : text;
}

/** The longest cell in UTF-16 units; Excel reports a file with a longer one as damaged. */
const MAX_CELL_LENGTH = 32_767;

/** What XML 1.0 cannot hold, and DEL, which the library drops. */
const UNWRITABLE = /(?![\t\n\r\x80-\x9f])[\p{Cc}\p{Surrogate}\ufffe\uffff]/gu;
const REPLACEMENT = "\ufffd";

type CellText = {
  written: string;
  /** A description of what differs from the stored text; null when nothing does. */
  change: string | null;
};

/**
 * A text as a cell of an XLSX file can hold it. Characters that XML cannot hold become U+FFFD, and a text that is too
 * long ends with a note that it is truncated; both are reported.
 */
function cellText(text: string): CellText {
  const replaced = new Set(text.match(UNWRITABLE) ?? []);
  const clean = replaced.size === 0 ? text : text.replace(UNWRITABLE, REPLACEMENT);
  const changes = [...replaced].map((character) => `${codePoint(character)} replaced by U+FFFD`);
  const fits = clean.length <= MAX_CELL_LENGTH;
  if (!fits) changes.push(`cut: ${clean.length} characters, at most ${MAX_CELL_LENGTH} fit`);
  return {
    written: fits ? clean : cut(clean),
    change: changes.length === 0 ? null : changes.join("; "),
  };
}

function cut(text: string): string {
  const note = `… [cut: ${text.length} characters]`;
  const kept = text.slice(0, MAX_CELL_LENGTH - note.length);
  // A surrogate pair is one character and must not be split.
  return `${kept.replace(/[\ud800-\udbff]$/, "")}${note}`;
}

function codePoint(character: string): string {
  return `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}`;
}
