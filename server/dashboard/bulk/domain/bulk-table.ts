import {
  BULK_COLUMNS,
  type BulkColumn,
  type BulkFault,
  type BulkFileFault,
  type BulkKind,
  type BulkLayout,
  MAX_BULK_ROWS,
} from "@/lib/bulk";
import { TEXT_LIMITS } from "@/lib/contract/limits";
import { comparable, type ReasonOption, reasonText, typedReasonFinder } from "@/lib/reasons/reason";
import { err, ok, type Result } from "@/lib/result";
import {
  codePointLength,
  HASH_SEPARATOR,
  isBlank,
  isAcceptedText,
  isStorableText,
  MAX_REFERENCE_CODE_POINTS,
} from "@/lib/text";
import { readCommaAmount, readTypedAmount } from "@/lib/typed-amount";
import { currencyColumn, modalWidth, rowsBelow } from "./bulk-layout";
import type { BulkRecord } from "./split-records";

/** A parsed record; one with errors cannot be sent. */
export type BulkTableRow = {
  line: number;
  reference: string;
  transactionId: string | null;
  amountText: string | null;
  amountPaise: bigint | null;
  /** The reason as it is sent: the name of a listed reason, then the text. */
  reason: string | null;
  reasonCode: string | null;
  faults: BulkFault[];
};

const OF_REASON_OR_AMOUNT: ReadonlySet<BulkFault["kind"]> = new Set([
  "reason_missing",
  "unknown_reason",
  "reason_needs_text",
  "bad_amount",
  "zero_amount",
]);

/**
 * Whether the payment that a row means is certain although the row has faults, which are of its reason or its amount. It is then
 * looked up too, so that all faults of a row are told at once.
 */
export function meansPayment(faults: readonly BulkFault[]): boolean {
  return faults.every(
    (fault) =>
      OF_REASON_OR_AMOUNT.has(fault.kind) ||
      ("column" in fault && (fault.column === "reason" || fault.column === "amount")),
  );
}

/** `identities`: what each row means, as one text: equal texts mean the same request. */
type BulkTable = { rows: BulkTableRow[]; identities: string[]; ignoredColumns: string[] };

/** What is read between two yields, in UTF-16 units: normalized, a reason may be eighteen times as long. */
const SLICE_LENGTH = 16 * 1024;

/** An error is stored with each row. */
const MAX_NAMED_REASONS = 20;

/** What the cells of a row may say, and what holds for rows without a reason. */
export type BulkReasonRules = {
  /** Those that are offered. */
  reasons: readonly ReasonOption[];
  /** Each row needs one. */
  isReasonRequired: boolean;
  /** The reason for rows without one, written like a cell; empty for none. */
  reasonOfRows: string;
};

const NO_REASONS: BulkReasonRules = { reasons: [], isReasonRequired: false, reasonOfRows: "" };

/**
 * Parses records as rows of a kind, by the columns that were found or chosen. Reports every error of every row, not only
 * the first. References are used exactly as written (decision 0024). Yields so that others can have their turn meanwhile.
 */
export function* readBulkTable(
  kind: BulkKind,
  records: readonly BulkRecord[],
  layout: BulkLayout,
  rules: BulkReasonRules = NO_REASONS,
): Generator<undefined, Result<BulkTable, BulkFileFault>> {
  const data = rowsBelow(records, layout);
  if (data.length === 0) return err({ kind: "empty" });
  if (data.length > MAX_BULK_ROWS) return err({ kind: "too_many_rows", max: MAX_BULK_ROWS });

  const headings = records.find(({ line }) => line === layout.headingLine)?.cells ?? null;
  const used: readonly (number | undefined)[] = BULK_COLUMNS[kind].map((column) => layout.columns[column]);
  const usualWidth = modalWidth(data);
  const width = headings?.length ?? Math.max(usualWidth, ...used.map((index) => (index ?? -1) + 1));
  const findReason = typedReasonFinder(rules.reasons);
  const currencyIndex = currencyColumn(headings ?? []);
  const reading = { kind, layout, width, usualWidth, currencyIndex, findReason, ...rules };
  const rows: BulkTableRow[] = [];
  const identities: string[] = [];
  let length = 0;
  for (const record of data) {
    const row = readRow(reading, record);
    rows.push(row);
    identities.push(identityOf(row));
    length += record.cells.reduce((sum, cell) => sum + cell.length, 0);
    if (length < SLICE_LENGTH) continue;
    length = 0;
    yield;
  }
  markDuplicates(rows, identities);
  const ignoredColumns = (headings ?? [])
    .filter(
      (name, index) =>
        !used.includes(index) && !(kind === "refund" && index === currencyIndex) && !isBlank(name),
    )
    .map((name) => storable(name.trim()));
  return ok({ rows, identities, ignoredColumns });
}

function identityOf(row: BulkTableRow): string {
  const { reference, transactionId, amountPaise, reason } = row;
  return JSON.stringify([
    reference,
    transactionId,
    amountPaise?.toString() ?? null,
    comparableReason(reason),
  ]);
}

/** Reasons that differ only in case, white space or Unicode normalization are equal. */
export function comparableReason(reason: string | null): string {
  return comparable(reason ?? "");
}

/** `width`: how many cells a record may have; `usualWidth`: how many most records have. */
type Reading = BulkReasonRules & {
  kind: BulkKind;
  layout: BulkLayout;
  width: number;
  usualWidth: number;
  /** The column with the currency of each amount, which is then compared with the payment's; -1 for none. */
  currencyIndex: number;
  findReason: ReturnType<typeof typedReasonFinder<ReasonOption>>;
};

function readRow(reading: Reading, record: BulkRecord): BulkTableRow {
  const { kind, layout } = reading;
  const faults: BulkFault[] = [];
  const used: readonly BulkColumn[] = BULK_COLUMNS[kind];
  const cell = (column: BulkColumn): string =>
    used.includes(column) ? (record.cells[layout.columns[column] ?? -1] ?? "") : "";

  if (record.isBroken === true) faults.push({ kind: "quotes" });
  else faults.push(...widthFaults(reading, record));
  const reference = cell("reference");
  if (isBlank(reference)) faults.push({ kind: "empty", column: "reference" });
  else faults.push(...identifierFaults("reference", reference));

  const transactionId = cell("transaction_id").trim();
  faults.push(...identifierFaults("transaction_id", transactionId));

  const typedAmount = cell("amount").trim();
  // The amount is stored in the notation in which it is read again, in the payment's currency.
  const plainAmount = layout.decimalSign === "," ? readCommaAmount(typedAmount) : typedAmount;
  const currency = (record.cells[reading.currencyIndex] ?? "").trim();
  const isNamed = plainAmount !== null && /^[A-Za-z]{3}$/u.test(currency) && /^[0-9]/u.test(plainAmount);
  const amountText = isNamed ? `${currency.toUpperCase()} ${plainAmount}` : (plainAmount ?? typedAmount);
  const amountPaise = kind === "refund" ? readAmount(typedAmount, plainAmount, faults) : null;

  const typedReason = cell("reason").trim() || (kind === "refund" ? reading.reasonOfRows.trim() : "");
  const reason = readReason(typedReason, reading, faults);
  return {
    line: record.line,
    reference: storable(reference),
    transactionId: transactionId === "" ? null : storable(transactionId),
    amountText: amountText === "" ? null : storable(amountText),
    amountPaise,
    ...reason,
    faults,
  };
}

/**
 * Cells beyond those of the header; or, where the text after the amount can be, the rest of an amount with a comma and
 * without quotation marks: 2,614.50.
 */
function widthFaults({ layout, width, usualWidth }: Reading, { cells }: BulkRecord): BulkFault[] {
  const { amount = -1, reason } = layout.columns;
  const next = cells[amount + 1] ?? "";
  const isTooWide = cells.length > Math.max(width, usualWidth);
  if (amount >= 0 && (isTooWide || reason === amount + 1)) {
    if (/(?:^|\D)[0-9]{1,3}$/u.test(cells[amount] ?? "") && /^[0-9]{2,3}(?:\.[0-9]{1,2})?$/u.test(next))
      return [{ kind: "divided_amount" }];
  }
  return cells.slice(width).some((text) => !isBlank(text))
    ? [{ kind: "too_many_cells", expected: width, found: cells.length }]
    : [];
}

const validReasons = (offered: readonly ReasonOption[]) =>
  offered.slice(0, MAX_NAMED_REASONS).map(({ code, name }) => ({ code, name }));

/** What a refund without a listed reason lacks; null where none is required. */
export function missingReasonOf({
  reasons,
  isReasonRequired,
}: {
  reasons: readonly ReasonOption[];
  isReasonRequired: boolean;
}): BulkFault | null {
  return isReasonRequired ? { kind: "reason_missing", valid: validReasons(reasons) } : null;
}

/** A listed reason by its code or name, optionally with a text (decision 0277). Any other text is an error that names them. */
function readReason(
  typed: string,
  { kind, reasons: offered, isReasonRequired, findReason }: Reading,
  faults: BulkFault[],
): Pick<BulkTableRow, "reason" | "reasonCode"> {
  const valid = validReasons(offered);
  if (typed === "") {
    const missing = kind === "refund" ? missingReasonOf({ reasons: offered, isReasonRequired }) : null;
    if (missing !== null) faults.push(missing);
    return { reason: null, reasonCode: null };
  }
  const asTyped = { reason: storable(typed), reasonCode: null };
  if (!isAcceptedText(typed)) {
    faults.push({ kind: "bad_character", column: "reason" });
    return asTyped;
  }
  const found = findReason(typed);
  // Nothing to choose from: the text is sent as it is.
  if (found === null && offered.length === 0) return { ...asTyped, ...limitReason(typed, faults) };
  if (found === null) {
    faults.push({ kind: "unknown_reason", valid });
    return asTyped;
  }
  const { reason: listed, rest } = found;
  const reason = reasonText(listed.name, rest);
  if (listed.needsText && rest === "") faults.push({ kind: "reason_needs_text", code: listed.code });
  return { ...limitReason(reason, faults), reasonCode: listed.code };
}

function limitReason(reason: string, faults: BulkFault[]): { reason: string } {
  if (codePointLength(reason) > TEXT_LIMITS.refund_reason) {
    faults.push({ kind: "too_long", column: "reason", max: TEXT_LIMITS.refund_reason });
  }
  return { reason: storable(reason) };
}

/** A currency sign is compared with the payment's currency when the row is checked. */
function readAmount(typed: string, plain: string | null, faults: BulkFault[]): bigint | null {
  if (typed === "") {
    faults.push({ kind: "empty", column: "amount" });
    return null;
  }
  const read = plain === null ? null : readTypedAmount(plain);
  if (read?.ok !== true) {
    faults.push({ kind: "bad_amount" });
    return null;
  }
  if (read.value.amountPaise === 0n) {
    faults.push({ kind: "zero_amount" });
    return null;
  }
  return read.value.amountPaise;
}

function identifierFaults(column: BulkColumn, text: string): BulkFault[] {
  const faults: BulkFault[] = [];
  if (codePointLength(text) > MAX_REFERENCE_CODE_POINTS) {
    faults.push({ kind: "too_long", column, max: MAX_REFERENCE_CODE_POINTS });
  }
  // U+FFFD stands for bytes that could not be read.
  if (text.includes(HASH_SEPARATOR) || text.includes("\u{fffd}") || !isStorableText(text))
    faults.push({ kind: "bad_character", column });
  return faults;
}

/** The first of equal rows stays; the others name its line. Two intended refunds differ in their reason. */
function markDuplicates(rows: readonly BulkTableRow[], identities: readonly string[]): void {
  const firstLines = new Map<string, number>();
  for (const [index, row] of rows.entries()) {
    if (row.faults.length > 0) continue;
    const identity = identities[index] ?? "";
    const line = firstLines.get(identity);
    if (line === undefined) firstLines.set(identity, row.line);
    else row.faults.push({ kind: "same_as_line", line });
  }
}

const MAX_KEPT = 600;

/** The part of an invalid cell that is stored for display: shortened, and without characters that Postgres refuses. */
function storable(text: string): string {
  const kept = codePointLength(text) > MAX_KEPT ? [...text].slice(0, MAX_KEPT).join("") : text;
  return isStorableText(kept) ? kept : kept.replace(/\0|\p{Surrogate}/gu, "\u{fffd}");
}
