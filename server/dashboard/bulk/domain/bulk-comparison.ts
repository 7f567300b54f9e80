import {
  type BulkFault,
  type BulkReserver,
  type BulkRowState,
  duplicateSubjects,
  isLikelyDuplicate,
  type LikelyDuplicate,
} from "@/lib/bulk";
import { formatPaise } from "@/lib/money";
import { overdrawnRows } from "./bulk-overdraw";
import { comparableReason } from "./bulk-table";

/** A row that could be sent if it were the only one, with its payment found. */
export type ComparedRow = {
  rowId: string;
  line: number;
  transactionId: string;
  amountPaise: bigint;
  currency: string;
  reason: string | null;
  reasonCode: string | null;
  /** The payment's remaining balance when the row was checked; null for a cancel. */
  leftPaise: bigint | null;
  state: BulkRowState;
  faults: readonly BulkFault[];
  isConfirmed: boolean;
  /** The refund request that it fulfils, as a person chose; their confirmation names the history that they had seen. */
  acceptsRequest: string | null;
};

/** A waiting request as a person was shown it. */
export type FulfilledRequest = { requestId: string; steps: number };

export type Reservation = { transactionId: string; amountPaise: bigint } & BulkReserver;

/** Facts from outside the run: refunds that a row may repeat, by row, and what others have reserved of its payments. */
export type Surroundings = {
  duplicates: ReadonlyMap<string, readonly LikelyDuplicate[]>;
  reservations: readonly Reservation[];
  /** Whose role has a refund limit: their name, and what they may still refund, in paise, of each payment (0304). */
  limit: { by: string; leftPaise: ReadonlyMap<string, bigint> } | null;
  /** Who would start the run: they fulfil no request of their own. */
  personId: string;
  /** What a refund without a listed reason lacks, where one is required by now (decision 0277). */
  missingReason: BulkFault | null;
};

export type ComparedVerdict = {
  rowId: string;
  state: "ready" | "problem" | "likely_duplicate";
  faults: BulkFault[];
  isConfirmed: boolean;
};

/**
 * Compares the rows of a run, in the order of the file, with each other and with what happens outside it (decision
 * 0200). The same payment, amount and reason as a row above is a problem, as is more than the remaining balance, or than the
 * person's role refunds. The same payment and amount alone needs a person's confirmation, which covers only what the person saw;
 * and so does a refund request of the payment that waits, which one row of the run can fulfil (decision 0278).
 */
export function compareRows(
  rows: readonly ComparedRow[],
  { duplicates, reservations, limit, personId, missingReason }: Surroundings,
): ComparedVerdict[] {
  const withReason = rows.filter((row) => missingReason === null || hasReason(row));
  const copies = copiesOf(withReason);
  const originals = withReason.filter((row) => !copies.has(row.rowId));
  const found = likelyDuplicatesOf(originals, duplicates);
  const covers = (row: ComparedRow): boolean => isCovered(row, found.get(row.rowId) ?? [], personId);
  const fulfilled = fulfilledBy(originals, found, covers);
  const { overdrawn, leftBeside } = overdraw(originals, covers, { found, fulfilled, reservations, limit });
  const likely = new Map(
    [...found].map(([rowId, faults]) => [
      rowId,
      faults.map((fault) => shownRequest(fault, rowId, fulfilled, leftBeside)),
    ]),
  );
  const mayDraw = (row: ComparedRow): boolean => covers(row) && !leftBeside.has(row.rowId);

  return rows.map((row) => {
    const { rowId } = row;
    const lacks = hasReason(row) ? null : missingReason;
    const problem = lacks ?? copies.get(rowId) ?? overdrawn.get(rowId);
    if (problem !== undefined) return { rowId, state: "problem", faults: [problem], isConfirmed: false };
    const faults = likely.get(rowId) ?? [];
    if (faults.length === 0) return { rowId, state: "ready", faults, isConfirmed: false };
    const isConfirmed = mayDraw(row);
    return { rowId, state: isConfirmed ? "ready" : "likely_duplicate", faults, isConfirmed };
  });
}

/** A cancel needs none. */
const hasReason = ({ reasonCode, leftPaise }: ComparedRow): boolean =>
  reasonCode !== null || leftPaise === null;

/** Whether a verdict differs from what the row already has. */
export function isNews(row: ComparedRow, verdict: ComparedVerdict): boolean {
  return row.state !== verdict.state || faultsSign(row.faults) !== faultsSign(verdict.faults);
}

/** Rows that are the same refund as a row above them, however their cells were typed. */
function copiesOf(rows: readonly ComparedRow[]): Map<string, BulkFault> {
  const firstLines = new Map<string, number>();
  const copies = new Map<string, BulkFault>();
  for (const { rowId, line, transactionId, amountPaise, reason } of rows) {
    const identity = JSON.stringify([transactionId, amountPaise.toString(), comparableReason(reason)]);
    const first = firstLines.get(identity);
    if (first === undefined) firstLines.set(identity, line);
    else copies.set(rowId, { kind: "same_as_line", line: first });
  }
  return copies;
}

/** What each row may repeat: the first row above with its payment and amount, and refunds outside the run. */
function likelyDuplicatesOf(
  rows: readonly ComparedRow[],
  outside: Surroundings["duplicates"],
): Map<string, LikelyDuplicate[]> {
  const firstLines = new Map<string, number>();
  return new Map(
    rows.map(({ rowId, line, transactionId, amountPaise }) => {
      const identity = JSON.stringify([transactionId, amountPaise.toString()]);
      const first = firstLines.get(identity);
      if (first === undefined) firstLines.set(identity, line);
      const inFile = first === undefined ? [] : [{ kind: "same_payment_as_line", line: first } as const];
      return [rowId, [...inFile, ...(outside.get(rowId) ?? [])]];
    }),
  );
}

/**
 * Whether a row may be sent: it repeats nothing, or a person has confirmed everything that it repeats, and what it fulfils is not
 * a request of who would start the run.
 */
function isCovered(row: ComparedRow, likely: readonly LikelyDuplicate[], personId: string): boolean {
  if (likely.length === 0) return true;
  if (!row.isConfirmed) return false;
  const fulfils = likely.find((fault) => isRequest(fault) && fault.requestId === row.acceptsRequest);
  if (fulfils !== undefined && isRequest(fulfils) && fulfils.byId === personId) return false;
  const seen = new Set(duplicateSubjects(row.faults));
  return duplicateSubjects(likely).every((subject) => seen.has(subject));
}

type RequestFault = Extract<LikelyDuplicate, { kind: "refund_requested" }>;
const isRequest = (fault: BulkFault): fault is RequestFault => fault.kind === "refund_requested";

/** The row that fulfils each waiting request: the first one that a person chose for it. */
function fulfilledBy(
  rows: readonly ComparedRow[],
  likely: ReadonlyMap<string, readonly LikelyDuplicate[]>,
  covers: (row: ComparedRow) => boolean,
): Map<string, ComparedRow> {
  const fulfilled = new Map<string, ComparedRow>();
  for (const row of rows) {
    const request = likely.get(row.rowId)?.find(isRequest);
    if (request === undefined || request.requestId !== row.acceptsRequest || !covers(row)) continue;
    if (!fulfilled.has(request.requestId)) fulfilled.set(request.requestId, row);
  }
  return fulfilled;
}

/** A waiting request as the row's page shows it: with what keeps the row from fulfilling it, or from being in addition to it. */
function shownRequest(
  fault: LikelyDuplicate,
  rowId: string,
  fulfilled: ReadonlyMap<string, ComparedRow>,
  leftBeside: ReadonlyMap<string, string>,
): LikelyDuplicate {
  if (!isRequest(fault)) return fault;
  const by = fulfilled.get(fault.requestId);
  const left = leftBeside.get(rowId);
  return {
    ...fault,
    ...(by !== undefined && by.rowId !== rowId && { fulfilledByLine: by.line }),
    ...(left !== undefined && { leftBeside: left }),
  };
}

/**
 * What a person was shown that a row repeats, and has confirmed: by the ids that those refunds have, also while they wait. None
 * where no one has confirmed the row.
 */
export function confirmedDuplicates(row: {
  confirmedAt: Date | null;
  faults: readonly BulkFault[];
}): string[] {
  if (row.confirmedAt === null) return [];
  return row.faults.filter(isLikelyDuplicate).flatMap((fault): string | string[] => {
    switch (fault.kind) {
      // A row of its own run.
      case "same_payment_as_line":
        return [];
      case "in_other_run":
        return fault.rowId;
      case "refunded_before":
        return fault.intentId;
      case "request_waits":
        return fault.approvalId;
      case "returned_manually":
        return fault.manualRefundId;
      // The row is refunded in addition to this request; the request that it fulfils is named separately.
      case "refund_requested":
        return fault.requestId;
      // Nothing waits any more.
      case "request_closed":
        return [];
    }
  });
}

type Draw = {
  found: ReadonlyMap<string, readonly LikelyDuplicate[]>;
  fulfilled: ReadonlyMap<string, ComparedRow>;
} & Pick<Surroundings, "reservations" | "limit">;

/**
 * The rows that do not fit, and by row what is left beside a waiting request of its payment that reserves its amount, where the row
 * would fit without that. A row that fulfils the request uses it, so it counts for the rows above, which are sent before.
 */
function overdraw(
  rows: readonly ComparedRow[],
  covers: (row: ComparedRow) => boolean,
  { found, fulfilled, reservations, limit }: Draw,
): { overdrawn: ReadonlyMap<string, BulkFault>; leftBeside: ReadonlyMap<string, string> } {
  const released = new Map<string, bigint>();
  for (const { requestId, amountPaise } of reservations) {
    const row = typeof requestId === "string" ? fulfilled.get(requestId) : undefined;
    if (row !== undefined) released.set(row.rowId, amountPaise);
  }
  const beside = overdrawnBy(rows, covers, { reservations, released, limit });
  const asked = new Set(
    [...found.values()].flatMap((faults) => faults.filter(isRequest).map(({ requestId }) => requestId)),
  );
  const rest = reservations.filter(({ requestId }) => typeof requestId !== "string" || !asked.has(requestId));
  if (rest.length === reservations.length) return { overdrawn: beside, leftBeside: new Map() };
  const overdrawn = overdrawnBy(rows, (row) => covers(row) && !beside.has(row.rowId), {
    reservations: rest,
    limit,
  });
  const leftBeside = new Map<string, string>();
  for (const [rowId, fault] of beside)
    if (!overdrawn.has(rowId) && "left" in fault) leftBeside.set(rowId, fault.left);
  return { overdrawn, leftBeside };
}

function overdrawnBy(
  rows: readonly ComparedRow[],
  mayDraw: (row: ComparedRow) => boolean,
  {
    reservations,
    released,
    limit,
  }: Pick<Surroundings, "reservations" | "limit"> & { released?: ReadonlyMap<string, bigint> },
): Map<string, BulkFault> {
  const reserved = new Map<string, bigint>();
  for (const { transactionId, amountPaise } of reservations) {
    reserved.set(transactionId, (reserved.get(transactionId) ?? 0n) + amountPaise);
  }
  const drawing = rows.flatMap((row) =>
    row.leftPaise === null ? [] : [{ ...row, leftPaise: row.leftPaise, draws: mayDraw(row) }],
  );
  const byId = new Map(drawing.map((row) => [row.rowId, row]));
  const holders = new Map(reservations.map((one) => [one.transactionId, one]));
  const faults = new Map<string, BulkFault>();
  for (const { rowId, leftPaise, of } of overdrawnRows(drawing, {
    reserved,
    ...(released !== undefined && { released }),
    ...(limit !== null && { limit: limit.leftPaise }),
  })) {
    const row = byId.get(rowId);
    if (row === undefined) continue;
    const { currency, transactionId, amountPaise } = row;
    const left = formatPaise(leftPaise);
    if (of === "limit" && limit !== null) {
      faults.set(rowId, { kind: "above_limit", left, currency, by: limit.by });
      continue;
    }
    const held = reserved.get(transactionId) ?? 0n;
    const holder = holders.get(transactionId);
    faults.set(
      rowId,
      holder !== undefined && amountPaise <= leftPaise + held
        ? { kind: "reserved", left, reserved: formatPaise(held), currency, ...reserverOf(holder) }
        : { kind: "exceeds_above", left, currency },
    );
  }
  return faults;
}

export function reserverOf({ runId, approvalId, requestId }: BulkReserver): BulkReserver {
  if (runId !== null) return { runId, approvalId: null };
  return approvalId === null ? { runId, approvalId, requestId } : { runId, approvalId };
}

/** Gives the same text for the same errors; Postgres stores the keys of a JSON object in its own order. */
function faultsSign(faults: readonly BulkFault[]): string {
  return JSON.stringify(faults.map((fault) => Object.entries(fault).sort(([a], [b]) => a.localeCompare(b))));
}
