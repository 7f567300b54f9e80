import { once } from "node:events";
import { PassThrough } from "node:stream";
import { setImmediate } from "node:timers/promises";
import type { Worksheet } from "exceljs";
import { parseAmount } from "@/lib/money";
import { type ExportColumn, type ExportTable, ROWS_AT_ONCE } from "./export-table";

const FORMATS: Record<ExportColumn<never>["kind"], { numFmt: string; width: number }> = {
  // "@" is a spreadsheet's text: an id stays as it is, and "=1+1" is not a formula even when somebody edits the cell.
  text: { numFmt: "@", width: 26 },
  amount: { numFmt: "0.00", width: 14 },
  count: { numFmt: "0", width: 10 },
};

/**
 * The table as XLSX, compressed while its rows come in. Texts are text cells and never formulas (failure 31). Rows are asked
 * for only as fast as the file is taken. Ends early, or throws what the rows threw, without the directory that makes a
 * readable file of it.
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
  for await (const row of rows) {
    sheet.addRow(columns.map((column) => cellValue(column, row))).commit();
    written += 1;
    if (written % ROWS_AT_ONCE === 0) await untilTaken(output);
    if (output.destroyed) return;
  }
  sheet.commit();
  await workbook.commit();
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

/** The library takes rows as fast as they come and keeps what it cannot hand on; it is given time to hand them on. */
async function untilTaken(output: PassThrough): Promise<void> {
  await setImmediate();
  if (!output.writableNeedDrain || output.destroyed) return;
  const gone = new AbortController();
  const onClose = (): void => gone.abort();
  output.once("close", onClose);
  await once(output, "drain", { signal: gone.signal }).catch(() => undefined);
  output.off("close", onClose);
}

function cellValue<Row>({ kind, cell }: ExportColumn<Row>, row: Row): string | number | null {
  const text = cell(row);
  if (text === null || text === "") return null;
  return kind === "text" ? text : exactFigure(text);
}

/**
 * The one place where an amount becomes a number, because the format has no other figure. A text of D2 has at most 15
 * digits, and a double keeps 15 digits exactly. Sums can have more; those stay text.
 */
export function exactFigure(text: string): string | number {
  return parseAmount(text).ok ? Number(text) : text;
}
