import type { BulkFault, BulkFound, BulkRowState } from "@/lib/bulk";
import type { OpenAlert } from "@/lib/contract/payment-alerts";
import type { RefundStatus } from "@/lib/contract/statuses";
import { OBSTACLES_FOR_PEOPLE } from "@/lib/refunds/unknown-refund-views";
import { checkedOnRow } from "@/server/platform/checked-on-row";
import { type Db, prepared } from "@/server/platform/pool";

export type BulkRow = {
  id: string;
  runId: string;
  position: number;
  line: number;
  reference: string;
  transactionId: string | null;
  amountText: string | null;
  amountPaise: bigint | null;
  currency: string | null;
  /** A test payment's row (decision 0210). */
  isTest: boolean;
  leftPaise: bigint | null;
  reason: string | null;
  reasonCode: string | null;
  state: BulkRowState;
  faults: BulkFault[];
  message: string | null;
  found: BulkFound | null;
  putBackTimes: number;
  claimedTimes: number;
  /** An attempt was sent whose outcome is unknown. */
  outcomeOpen: boolean;
  /** Who confirmed the row although it looks like a duplicate. */
  confirmedById: string | null;
  confirmedAt: Date | null;
  /** The refund request that it fulfils, as a person chose, and how much of its history they had seen. */
  acceptsRequest: string | null;
  requestSteps: number | null;
};

const COLUMNS = `
  r.id, r.run_id as "runId", r.position, r.line, r.reference, r.transaction_id as "transactionId",
  r.amount_text as "amountText", r.amount_paise as "amountPaise", r.currency, r.is_test as "isTest", r.left_paise as "leftPaise", r.reason,
  r.reason_code as "reasonCode",
  r.state, r.faults, r.message, r.found, r.put_back_times as "putBackTimes", r.claimed_times as "claimedTimes",
  r.outcome_open as "outcomeOpen", r.confirmed_by as "confirmedById",
  r.confirmed_at as "confirmedAt", r.accepts_request as "acceptsRequest", r.request_steps as "requestSteps"`;
export const BULK_ROW_COLUMNS = COLUMNS;

export type NewBulkRow = Pick<
  BulkRow,
  | "id"
  | "position"
  | "line"
  | "reference"
  | "transactionId"
  | "amountText"
  | "amountPaise"
  | "reason"
  | "reasonCode"
  | "state"
  | "faults"
> & { fingerprint: string };

/** Inserts all rows of a run in one statement. */
export async function insertBulkRows(db: Db, runId: string, rows: readonly NewBulkRow[]): Promise<void> {
  await db.query(
    `insert into bulk_rows (id, run_id, position, line, reference, transaction_id, amount_text, amount_paise, reason,
       reason_code, state, faults, fingerprint)
     select n.id, $1, n.position, n.line, n.reference, n."transactionId", n."amountText", n."amountPaise", n.reason,
       n."reasonCode", n.state, n.faults, n.fingerprint
     from jsonb_to_recordset($2::jsonb) as n (id uuid, position integer, line integer, reference text,
       "transactionId" text, "amountText" text, "amountPaise" bigint, reason text, "reasonCode" text, state text, faults jsonb,
       fingerprint text)`,
    [
      runId,
      JSON.stringify(rows.map((row) => ({ ...row, amountPaise: row.amountPaise?.toString() ?? null }))),
    ],
  );
}

export async function listBulkRowsIn(
  db: Db,
  runId: string,
  state: BulkRowState,
  limit: number,
): Promise<BulkRow[]> {
  const { rows } = await db.query<BulkRow>(
    `select ${COLUMNS} from bulk_rows r where r.run_id = $1 and r.state = $2 order by r.position limit $3`,
    [runId, state, limit],
  );
  return rows;
}

export async function findBulkRow(db: Db, runId: string, rowId: string): Promise<BulkRow | null> {
  const { rows } = await db.query<BulkRow>(
    `select ${COLUMNS} from current_bulk_rows r where r.id = $2 and r.run_id = $1`,
    [runId, rowId],
  );
  return rows[0] ?? null;
}

/** The runs of those ids that are rows of a run, by row. */
export async function findRunsOfRows(db: Db, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const { rows } = await db.query<{ id: string; runId: string }>(
    `select id, run_id as "runId" from bulk_rows where id = any($1::uuid[])`,
    [ids],
  );
  return new Map(rows.map(({ id, runId }) => [id, runId]));
}

/** Those of the runs of which a row that is still to be sent fulfils a refund request of the person. */
export async function findRunsThatFulfil(
  db: Db,
  runIds: readonly string[],
  personId: string,
): Promise<ReadonlySet<string>> {
  if (runIds.length === 0) return new Set();
  const { rows } = await db.query<{ runId: string }>(
    `select distinct r.run_id as "runId" from bulk_rows r join refund_requests q on q.id = r.accepts_request
     where r.run_id = any($1::uuid[]) and r.state in ('ready', 'sending') and q.requested_by = $2`,
    [runIds, personId],
  );
  return new Set(rows.map(({ runId }) => runId));
}

/** SQL: whether the refund of a row has an outcome, which then is the row's: also while the row is claimed. */
export const hasOutcome = (row: string): string => `exists (select from refund_intents i
  where i.id = ${row}.id and i.transaction_id = ${row}.transaction_id
    and ${checkedOnRow("i.state in ('ACCEPTED', 'REFUSED', 'UNKNOWN') or i.was_unknown")})`;

const LIST_ROWS_TO_APPROVE =
  prepared(`select r.transaction_id as "transactionId", r.amount_paise as "amountPaise",
       r.currency, r.is_test as "isTest", r.state = 'sending' as "isInProgress"
     from bulk_rows r
     where r.run_id = $1 and r.state in ('ready', 'sending')
       and r.transaction_id is not null and r.amount_paise is not null and r.currency is not null
       and (r.claimed_times = 0 or not ${hasOutcome("r")})
     order by r.position`);

export type RowToApprove = {
  transactionId: string;
  amountPaise: bigint;
  currency: string;
  isTest: boolean;
  /** An attempt to send it is under way or was broken off, and may end with nothing sent: then it is sent again. */
  isInProgress: boolean;
};

/** The rows of a run that are still to be sent, or may be. */
export async function listRowsToApprove(db: Db, runId: string): Promise<RowToApprove[]> {
  const { rows } = await db.query<RowToApprove>({ ...LIST_ROWS_TO_APPROVE, values: [runId] });
  return rows;
}

export type ListedBulkRow = BulkRow & {
  refundId: string | null;
  refundStatus: RefundStatus | null;
  confirmedBy: string | null;
  outsidePaise: bigint | null;
  outsideReportedAt: Date | null;
  moneyAlert: OpenAlert | null;
};

/** A row with the outcome of its refund. */
export const LISTED_COLUMNS = `${COLUMNS}, r.refund_id as "refundId", r.refund_status as "refundStatus",
  r.outside_paise as "outsidePaise", r.outside_reported_at as "outsideReportedAt", r.money_alert as "moneyAlert",
  p.name as "confirmedBy"`;
export const LISTED_FROM = "from current_bulk_rows r left join people p on p.id = r.confirmed_by";

/** Rows of these states need somebody. One that was just confirmed keeps its place, so that no other comes under the pointer. */
const TROUBLED: readonly BulkRowState[] = [
  "problem",
  "likely_duplicate",
  "unknown",
  "failed",
  "refused",
  "not_sent",
];
/** More than any run has rows. */
const AFTER_TROUBLED = 1_000_000;

const PLACES = {
  file: "r.position",
  troubled_first: `(case when r.state in ('${TROUBLED.join("', '")}') or r.state = 'ready' and r.confirmed_by is not null then r.position else r.position + ${AFTER_TROUBLED} end)`,
} as const;

type ListOptions = {
  runId: string;
  states: readonly BulkRowState[] | null;
  /** As in the file, or what needs somebody first, each in the order of the file. */
  order: keyof typeof PLACES;
  /** The place of the last row of the page before; 0 for the first page. */
  after: number;
  limit: number;
};

/** Lists rows with the outcome of each row's refund, and with their place in the order. */
export async function listBulkRows(
  db: Db,
  { runId, states, order, after, limit }: ListOptions,
): Promise<(ListedBulkRow & { place: number })[]> {
  const place = PLACES[order];
  const { rows } = await db.query<ListedBulkRow & { place: number }>(
    `select ${LISTED_COLUMNS}, ${place} as place ${LISTED_FROM}
     where r.run_id = $1 and ($2::text[] is null or r.state = any($2)) and ${place} > $3
     order by ${place} limit $4`,
    [runId, states, after, limit],
  );
  return rows;
}

/** Whether any row ever began. */
export async function hasBulkBegun(db: Db, runId: string): Promise<boolean> {
  const { rows } = await db.query("select from bulk_rows where run_id = $1 and claimed_times > 0 limit 1", [
    runId,
  ]);
  return rows.length > 0;
}

type BulkCount = { runId: string; state: BulkRowState; rows: number };

export async function countBulkRows(db: Db, runIds: readonly string[]): Promise<BulkCount[]> {
  const { rows } = await db.query<BulkCount>(
    `select run_id as "runId", state, count(*)::int as rows from bulk_row_states where run_id = any($1::uuid[])
     group by run_id, state`,
    [runIds],
  );
  return rows;
}

/** The number of likely duplicates that a person confirmed. */
export async function countConfirmedRows(db: Db, runId: string): Promise<number> {
  const { rows } = await db.query<{ rows: number }>(
    "select count(*)::int as rows from bulk_rows where run_id = $1 and state = 'ready' and confirmed_by is not null",
    [runId],
  );
  return rows[0]?.rows ?? 0;
}

const SIGN_READY_ROWS =
  prepared(`select encode(sha256(convert_to(coalesce(string_agg(concat_ws(' ', id, accepts_request, request_steps), ','
       order by position), ''), 'UTF8')), 'hex') as sign
     from bulk_rows where run_id = $1 and state = 'ready'`);

/** Equal while the same rows would be sent, and would fulfil the same refund requests. */
export async function signReadyRows(db: Db, runId: string): Promise<string> {
  const { rows } = await db.query<{ sign: string }>({ ...SIGN_READY_ROWS, values: [runId] });
  return rows[0]?.sign ?? "";
}

export type BulkTally = {
  runId: string;
  state: BulkRowState;
  /** Null for rows whose payment is not known. */
  currency: string | null;
  rows: number;
  amountPaise: bigint;
  /** The part of the amount that belongs to test payments. */
  testPaise: bigint;
};

/** The number of rows and their totals, by run, state and currency. */
export async function tallyBulkRows(db: Db, runIds: readonly string[]): Promise<BulkTally[]> {
  const { rows } = await db.query<BulkTally>(
    `select run_id as "runId", state, currency, count(*)::int as rows,
       coalesce(sum(amount_paise), 0)::bigint as "amountPaise",
       coalesce(sum(amount_paise) filter (where is_test), 0)::bigint as "testPaise"
     from bulk_row_states where run_id = any($1::uuid[]) group by run_id, state, currency order by currency`,
    [runIds],
  );
  return rows;
}

const COUNT_LEFT_TO_PEOPLE = prepared(`select r.run_id as "runId", count(*)::int as rows
  from refund_intents i join bulk_rows r on r.id = i.id and r.transaction_id = i.transaction_id
  join refund_resolutions s on s.intent_id = i.id
  where i.state = 'UNKNOWN' and r.run_id = any($1::uuid[]) and s.obstacle = any($2::text[]) group by r.run_id`);

/** How many rows of each run have an unknown outcome that only a person can find out. */
export async function countRowsLeftToPeople(
  db: Db,
  runIds: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const { rows } = await db.query<{ runId: string; rows: number }>({
    ...COUNT_LEFT_TO_PEOPLE,
    values: [runIds, OBSTACLES_FOR_PEOPLE],
  });
  return new Map(rows.map(({ runId, rows: count }) => [runId, count]));
}

export type BulkSum = { runId: string; currency: string; amountPaise: bigint };

/** States of rows that will be or were sent: not those with problems, nor those that certainly did nothing. */
export const SUMMED_STATES: readonly BulkRowState[] = ["ready", "sending", "accepted", "done", "unknown"];

/** The totals of those rows. */
export async function sumBulkRows(db: Db, runIds: readonly string[]): Promise<BulkSum[]> {
  const { rows } = await db.query<BulkSum>(
    `select run_id as "runId", currency, sum(amount_paise)::bigint as "amountPaise" from bulk_row_states
     where run_id = any($1::uuid[]) and state = any($2::text[])
       and currency is not null and amount_paise is not null
     group by run_id, currency order by currency`,
    [runIds, SUMMED_STATES],
  );
  return rows;
}
