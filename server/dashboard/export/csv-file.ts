import { stringify } from "csv-stringify/sync";
import { type ExportTable, ROWS_AT_ONCE } from "./export-table";
import { escapeFormula } from "./formula-escape";

/** The usual spreadsheet programs read a text with this mark as UTF-8. */
const BYTE_ORDER_MARK = "\ufeff";

/**
 * The table as CSV: UTF-8, one header line, every cell quoted. A text that a spreadsheet would take for a formula gets
 * an apostrophe before it (failure 31), which `readBulkFile` removes. Nothing follows the last row.
 */
export async function* csvFile<Row>(
  { columns }: ExportTable<Row>,
  rows: AsyncIterable<Row>,
): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder();
  yield encoder.encode(BYTE_ORDER_MARK + lines([columns.map(({ heading }) => heading)]));
  let waiting: string[][] = [];
  for await (const row of rows) {
    waiting.push(columns.map(({ cell }) => escapeFormula(cell(row) ?? "")));
    if (waiting.length < ROWS_AT_ONCE) continue;
    yield encoder.encode(lines(waiting));
    waiting = [];
  }
  if (waiting.length > 0) yield encoder.encode(lines(waiting));
}

function lines(rows: string[][]): string {
  return stringify(rows, {
    quoted: true,
    quoted_empty: true,
    record_delimiter: "\r\n",
  });
}
