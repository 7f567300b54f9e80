import { setImmediate as nextTurn } from "node:timers/promises";
import { type BulkFileFault, MAX_BULK_ROWS } from "@/lib/bulk";
import { err, ok, type Result } from "@/lib/result";
import { HEADING_LINES, knownHeadings, modalWidth, readsAsAmount } from "../domain/bulk-layout";
import { decodeText } from "../domain/decode-text";
import { type BulkRecord, splitRecords } from "../domain/split-records";
import { unescapeFormula } from "../../export/formula-escape";

/** The first of several that fit equally well is used: a comma is also a decimal sign. */
const DELIMITERS = ["\t", ";", ",", "|"];
/** Excel's first line for itself. */
const DELIMITER_LINE = /^"?sep=([^\p{L}\p{N}"\r\n])"?(?:\r\n|\r|\n|$)/iu;
/** Enough to tell the delimiter, in UTF-16 units. */
const SAMPLE_LENGTH = 16 * 1024;
/** What is read in one turn of the event loop. */
const SLICE_LENGTH = 128 * 1024;

export type BulkFile = {
  records: BulkRecord[];
  /** How the bytes are to be read is not certain. */
  isAssumed: boolean;
};

/**
 * Reads a file of delimited records, in any of the usual encodings and delimiters, with any line ends. Removes the
 * apostrophe that an exported file has before a formula (0111). The caller has limited its size. Others have their turn
 * meanwhile (decision 0370).
 */
export async function readBulkFile(bytes: Uint8Array): Promise<Result<BulkFile, BulkFileFault>> {
  const decoded = decodeText(bytes);
  if (!decoded.ok) return decoded;
  const { text, isAssumed } = decoded.value;
  const named = DELIMITER_LINE.exec(text);
  // The lines above a header, the header, and one row above the limit, which shows that there are too many.
  const max = HEADING_LINES + MAX_BULK_ROWS + 2;
  const records: BulkRecord[] = [];
  let endOfSlice = SLICE_LENGTH;
  for (const { record, end } of splitRecords(text, named?.[1] ?? delimiterOf(text), named?.[0].length)) {
    if (record !== null) records.push({ ...record, cells: record.cells.map(plainCell) });
    if (records.length === max) break;
    if (end >= endOfSlice) {
      await nextTurn();
      endOfSlice = end + SLICE_LENGTH;
    }
  }
  return records.length === 0 ? err({ kind: "empty" }) : ok({ records, isAssumed });
}

/** A number that a spreadsheet keeps as a text: `="0123"`. */
const KEPT_TEXT = /^="([^"]*)"$/u;

function plainCell(cell: string): string {
  return KEPT_TEXT.exec(cell)?.[1] ?? unescapeFormula(cell);
}

/**
 * The delimiter under which the first records look most like a table: with known headings or amounts, then with as many
 * cells in as many records as possible. A comma, when none is found: a single column.
 */
function delimiterOf(text: string): string {
  let best = { delimiter: ",", score: [0, 0, 0] };
  for (const delimiter of DELIMITERS) {
    const score = scoreOf(
      [...splitRecords(text.slice(0, SAMPLE_LENGTH), delimiter)].flatMap(({ record }) => record ?? []),
    );
    const difference = score.map((part, index) => part - (best.score[index] ?? 0)).find((part) => part !== 0);
    if (difference !== undefined && difference > 0) best = { delimiter, score };
  }
  return best.delimiter;
}

function scoreOf(records: readonly BulkRecord[]): number[] {
  const width = modalWidth(records);
  if (width < 2) return [0, 0, 0];
  const sameWidth = records.filter(({ cells, isBroken }) => isBroken !== true && cells.length === width);
  const hasKnown = records.slice(0, HEADING_LINES).some(({ cells }) => knownHeadings(cells) > 0);
  const hasAmounts = sameWidth.filter(({ cells }) => cells.some(readsAsAmount)).length * 2 > sameWidth.length;
  return [hasKnown || hasAmounts ? 1 : 0, sameWidth.length / records.length, width];
}
