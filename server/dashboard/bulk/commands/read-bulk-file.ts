import { CsvError } from "csv-parse";
import { parse } from "csv-parse/sync";
import { type BulkFileFault, MAX_BULK_ROWS } from "@/lib/bulk";
import { err, ok, type Result } from "@/lib/result";
import type { BulkRecord } from "../domain/bulk-table";
import { unescapeFormula } from "../../export/formula-escape";

const DELIMITERS = [",", ";", "\t"];
const MAX_TOLD_LINES = 20;

type Info = { info: { lines: number }; record: string[] };

/**
 * Reads a file of comma-, semicolon- or tab-separated records, with or without a byte order mark, with any line ends.
 * Removes the apostrophe that an exported file has before a formula (0202). The caller has limited its size.
 */
export function readBulkFile(bytes: Uint8Array): Result<BulkRecord[], BulkFileFault> {
  const text = decode(bytes);
  if (text === null) return err({ kind: "encoding" });
  const faultyLines: number[] = [];
  let parsed: Info[];
  try {
    parsed = parse(text, {
      delimiter: delimiterOf(text),
      // Explicit, because otherwise the end of the first line is assumed for all lines; longest first.
      record_delimiter: ["\r\n", "\n", "\r"],
      relax_column_count: true,
      skip_empty_lines: true,
      skip_records_with_empty_values: true,
      skip_records_with_error: true,
      on_skip: (error) => {
        faultyLines.push(lineOf(error));
        return undefined;
      },
      info: true,
      // A header, and one row above the limit, which shows that there are too many.
      to: MAX_BULK_ROWS + 2,
    }) as unknown as Info[];
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    faultyLines.push(lineOf(error));
    parsed = [];
  }
  if (faultyLines.length > 0)
    return err({ kind: "quotes", lines: [...new Set(faultyLines)].slice(0, MAX_TOLD_LINES) });
  if (parsed.length === 0) return err({ kind: "empty" });
  return ok(
    parsed.map(({ info, record }) => ({
      line: info.lines - lineBreaksIn(record),
      cells: record.map(unescapeFormula),
    })),
  );
}

function lineOf(error: CsvError | undefined): number {
  const lines: unknown = error?.lines;
  return typeof lines === "number" ? lines : 1;
}

function decode(bytes: Uint8Array): string | null {
  const encoding =
    bytes[0] === 0xff && bytes[1] === 0xfe
      ? "utf-16le"
      : bytes[0] === 0xfe && bytes[1] === 0xff
        ? "utf-16be"
        : "utf-8";
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}

/** The delimiter that the first line has most of, outside quotes; the first of several equal ones. */
function delimiterOf(text: string): string {
  const counts = new Map<string, number>();
  let isQuoted = false;
  for (const sign of text.trimStart()) {
    if (sign === '"') isQuoted = !isQuoted;
    if (isQuoted) continue;
    if (sign === "\n" || sign === "\r") break;
    if (DELIMITERS.includes(sign)) counts.set(sign, (counts.get(sign) ?? 0) + 1);
  }
  const [[best] = [","]] = [...counts].sort(([, one], [, other]) => other - one);
  return best;
}

/** The parser counts a record at its last line; people look for its first. */
function lineBreaksIn(record: readonly string[]): number {
  return record.reduce((total, cell) => total + (cell.match(/\r\n|\r|\n/g)?.length ?? 0), 0);
}
