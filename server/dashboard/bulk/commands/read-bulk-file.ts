import { setImmediate as nextTurn } from "node:timers/promises";
import { type BulkFileFault, MAX_BULK_ROWS } from "@/lib/bulk";
import { err, ok, type Result } from "@/lib/result";
import { isBlank } from "@/lib/text";
import type { BulkRecord } from "../domain/bulk-table";
import { csvRecords, MAX_CELLS } from "../domain/csv-records";
import { unescapeFormula } from "../../export/formula-escape";

const DELIMITERS = [",", ";", "\t"];
const MAX_TOLD_LINES = 20;
/** What is read in one turn of the event loop, in UTF-16 units. */
const SLICE_LENGTH = 128 * 1024;

/**
 * Reads a file of comma-, semicolon- or tab-separated records, with or without a byte order mark, with any line ends.
 * Removes the apostrophe that an exported file has before a formula (0202). The caller has limited its size. Others have
 * their turn meanwhile.
 */
export async function readBulkFile(bytes: Uint8Array): Promise<Result<BulkRecord[], BulkFileFault>> {
  const text = decode(bytes);
  if (text === null) return err({ kind: "encoding" });
  const faultyLines: number[] = [];
  const records: BulkRecord[] = [];
  let endOfSlice = SLICE_LENGTH;
  for (const { line, cells, hasStrayQuote, end } of csvRecords(text, delimiterOf(text))) {
    if (cells.length > MAX_CELLS) return err({ kind: "too_many_columns", line, max: MAX_CELLS });
    if (hasStrayQuote) faultyLines.push(line);
    else if (!cells.every(isBlank)) records.push({ line, cells: cells.map(unescapeFormula) });
    // A header, and one row above the limit, show that there are too many.
    if (faultyLines.length === MAX_TOLD_LINES || records.length === MAX_BULK_ROWS + 2) break;
    if (end >= endOfSlice) {
      await nextTurn();
      endOfSlice = end + SLICE_LENGTH;
    }
  }
  if (faultyLines.length > 0) return err({ kind: "quotes", lines: faultyLines });
  return records.length === 0 ? err({ kind: "empty" }) : ok(records);
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
