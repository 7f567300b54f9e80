import {
  BULK_COLUMNS,
  BULK_REQUIRED_COLUMNS,
  type BulkColumn,
  type BulkFault,
  type BulkFileFault,
  type BulkKind,
  MAX_BULK_ROWS,
} from "@/lib/bulk";
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
import { readTypedAmount } from "@/lib/typed-amount";

/** One record of a file, and the line that it begins on. */
export type BulkRecord = { line: number; cells: readonly string[] };

/** A parsed record; one with errors cannot be sent. */
export type BulkTableRow = {
  line: number;
  reference: string;
  transactionId: string | null;
  amountText: string | null;
  amountPaise: bigint | null;
  /** As it is sent: the name of a listed reason, then the text. */
  reason: string | null;
  reasonCode: string | null;
  faults: BulkFault[];
};

export type BulkTable = { rows: BulkTableRow[]; ignoredColumns: string[] };

const MAX_REASON_CODE_POINTS = 500;
/** An error is stored with each row. */
const MAX_NAMED_REASONS = 20;

/** Accepted column names: ours, the specification's, and what a person would write. */
const ALIASES: Record<BulkColumn, readonly string[]> = {
  reference: ["reference", "merchant_reference", "merchant_transaction_id", "order_id", "order"],
  transaction_id: ["transaction_id", "txn_id"],
  amount: ["amount", "refund_amount"],
  reason: ["reason", "refund_reason"],
};

/** What the cells of a row may say, and what holds for rows without a reason. */
export type BulkReasonRules = {
  /** Those that are offered. */
  reasons: readonly ReasonOption[];
  /** Each row needs one. */
  isReasonRequired: boolean;
  /** For rows without one, written like a cell; empty for none. */
  reasonOfRows: string;
};

const NO_REASONS: BulkReasonRules = { reasons: [], isReasonRequired: false, reasonOfRows: "" };

/**
 * Parses records as rows of a kind: by header names if there is a header, else by position. Reports every error of
 * every row, not only the first. References are used exactly as written (decision 0024).
 */
export function readBulkTable(
  kind: BulkKind,
  records: readonly BulkRecord[],
  rules: BulkReasonRules = NO_REASONS,
): Result<BulkTable, BulkFileFault> {
  const layout = layoutOf(kind, records[0]?.cells ?? []);
  if (!layout.ok) return layout;
  const { columns, ignoredColumns, hasHeader } = layout.value;
  const data = hasHeader ? records.slice(1) : records;
  if (data.length === 0) return err({ kind: "empty" });
  if (data.length > MAX_BULK_ROWS) return err({ kind: "too_many_rows", max: MAX_BULK_ROWS });

  const reading = { kind, columns, findReason: typedReasonFinder(rules.reasons), ...rules };
  const rows = data.map((record) => readRow(reading, record));
  markDuplicates(rows);
  return ok({ rows, ignoredColumns });
}

/** The meaning of a row as one text: equal texts mean the same request. */
export function identityOf(row: BulkTableRow): string {
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

type Layout = { columns: (BulkColumn | null)[]; ignoredColumns: string[]; hasHeader: boolean };

function layoutOf(kind: BulkKind, first: readonly string[]): Result<Layout, BulkFileFault> {
  const named = first.map(columnNamed);
  const known = named.filter((column) => column !== null);
  const hasHeader = known.length > 1 || (named[0] ?? null) !== null;
  if (!hasHeader) return ok({ columns: [...BULK_COLUMNS[kind]], ignoredColumns: [], hasHeader });

  const used: readonly BulkColumn[] = BULK_COLUMNS[kind];
  const columns = named.map((column) => (column !== null && used.includes(column) ? column : null));
  for (const column of used) {
    if (columns.filter((one) => one === column).length > 1) return err({ kind: "column_twice", column });
  }
  const missing = BULK_REQUIRED_COLUMNS[kind].filter((column) => !columns.includes(column));
  if (missing.length > 0) return err({ kind: "missing_columns", columns: missing });
  const ignoredColumns = first
    .filter((name, index) => columns[index] === null && !isBlank(name))
    .map((name) => storable(name.trim()));
  return ok({ columns, ignoredColumns, hasHeader });
}

function columnNamed(heading: string): BulkColumn | null {
  const name = heading
    .trim()
    .toLowerCase()
    .replace(/[\s-]+/g, "_");
  const found = Object.entries(ALIASES).find(([, aliases]) => aliases.includes(name));
  return found === undefined ? null : (found[0] as BulkColumn);
}

type Reading = BulkReasonRules & {
  kind: BulkKind;
  columns: readonly (BulkColumn | null)[];
  findReason: ReturnType<typeof typedReasonFinder<ReasonOption>>;
};

function readRow(reading: Reading, record: BulkRecord): BulkTableRow {
  const { kind, columns } = reading;
  const faults: BulkFault[] = [];
  const used: readonly BulkColumn[] = BULK_COLUMNS[kind];
  const cell = (column: BulkColumn): string =>
    used.includes(column) ? (record.cells[columns.indexOf(column)] ?? "") : "";

  const extra = record.cells.slice(columns.length).filter((text) => !isBlank(text));
  if (extra.length > 0) {
    faults.push({ kind: "too_many_cells", expected: columns.length, found: record.cells.length });
  }
  const reference = cell("reference");
  if (isBlank(reference)) faults.push({ kind: "empty", column: "reference" });
  else faults.push(...identifierFaults("reference", reference));

  const transactionId = cell("transaction_id").trim();
  faults.push(...identifierFaults("transaction_id", transactionId));

  const amountText = cell("amount").trim();
  const amountPaise = kind === "refund" ? readAmount(amountText, faults) : null;

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

/** A listed reason by its code or name, optionally with a text (decision 0277). Any other text is an error that names them. */
function readReason(
  typed: string,
  { kind, reasons: offered, isReasonRequired, findReason }: Reading,
  faults: BulkFault[],
): Pick<BulkTableRow, "reason" | "reasonCode"> {
  const valid = offered.slice(0, MAX_NAMED_REASONS).map(({ code, name }) => ({ code, name }));
  if (typed === "") {
    if (isReasonRequired && kind === "refund") faults.push({ kind: "reason_missing", valid });
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
  if (codePointLength(reason) > MAX_REASON_CODE_POINTS) {
    faults.push({ kind: "too_long", column: "reason", max: MAX_REASON_CODE_POINTS });
  }
  return { reason: storable(reason) };
}

/** A currency sign is compared with the payment's currency when the row is checked. */
function readAmount(text: string, faults: BulkFault[]): bigint | null {
  if (text === "") {
    faults.push({ kind: "empty", column: "amount" });
    return null;
  }
  const read = readTypedAmount(text);
  if (!read.ok) {
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
  if (text.includes(HASH_SEPARATOR) || !isStorableText(text)) faults.push({ kind: "bad_character", column });
  return faults;
}

/** The first of equal rows stays; the others name its line. Two intended refunds differ in their reason. */
function markDuplicates(rows: readonly BulkTableRow[]): void {
  const firstLines = new Map<string, number>();
  for (const row of rows) {
    if (row.faults.length > 0) continue;
    const identity = identityOf(row);
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
