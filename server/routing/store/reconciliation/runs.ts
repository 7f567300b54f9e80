import { jobOrigin } from "@/server/platform/run-job";
import type { Db } from "@/server/platform/pool";
import type {
  DayRange,
  NotCompared,
  Place,
  Position,
  RunSource,
  RunState,
  Visited,
} from "../../domain/reconciliation/run";

/** A reconciliation of one merchant. `planned`: the records it will visit, counted when it starts. */
export type Run = {
  merchantId: number;
  id: bigint;
  source: RunSource;
  days: DayRange;
  gateway: string | null;
  repairs: boolean;
  requestedBy: string | null;
  state: RunState;
  requestedAt: Date;
  startedAt: Date | null;
  finishedAt: Date | null;
  position: Position;
  silences: Record<string, number>;
  /** Attempts since the last progress. */
  tries: number;
  /** All attempts: only the newest may save progress. */
  epoch: number;
  planned: number | null;
  visited: Visited;
  notCompared: NotCompared[];
  failure: string | null;
  /** The next daily run goes on after this earlier payment; null: from the oldest. */
  earlierAfter: Place["after"];
};

type Row = {
  merchant_id: number;
  id: bigint;
  source: RunSource;
  from_day: string;
  until_day: string;
  gateway: string | null;
  repairs: boolean;
  requested_by: string | null;
  state: RunState;
  requested_at: Date;
  started_at: Date | null;
  finished_at: Date | null;
  position: Position;
  silences: Record<string, number>;
  tries: number;
  epoch: number;
  planned: number | null;
  payments: number;
  refunds: number;
  reversals: number;
  rechecked: number;
  earlier: number;
  not_compared: NotCompared[];
  failure: string | null;
  earlier_after: Place["after"];
};

const COLUMNS = `merchant_id, id, source, from_day::text, until_day::text, gateway, repairs, requested_by, state,
  requested_at, started_at, finished_at, position, silences, tries, epoch, planned, payments, refunds, reversals, rechecked,
  earlier, not_compared, failure, earlier_after`;

type NewRun = Pick<
  Run,
  "merchantId" | "source" | "days" | "gateway" | "repairs" | "requestedBy" | "requestedAt" | "position"
> & {
  requestId: string | null;
  /** How long a worker lets it wait, in milliseconds. */
  pauseMs?: number;
};

/**
 * Null when the merchant has an unfinished run, when this request has started one before, or when the day has had its
 * daily run: the unique indexes decide.
 */
export async function insertRun(db: Db, run: NewRun): Promise<Run | null> {
  const { rows } = await db.query<{ id: bigint }>(
    `insert into reconciliation_runs (merchant_id, request_id, source, from_day, until_day, gateway, repairs, requested_by,
       state, requested_at, position, due_at, origin)
     values ($1, $2, $3, $4, $5, $6, $7, $8, 'queued', $9, $10, now() + $11::float8 * interval '1 millisecond', $12)
     on conflict do nothing returning id`,
    [
      run.merchantId,
      run.requestId,
      run.source,
      run.days.from,
      run.days.until,
      run.gateway,
      run.repairs,
      run.requestedBy,
      run.requestedAt,
      JSON.stringify(run.position),
      run.pauseMs ?? 0,
      jobOrigin(),
    ],
  );
  return rows[0] === undefined ? null : findRun(db, run.merchantId, rows[0].id);
}

export async function findRun(db: Db, merchantId: number, id: bigint): Promise<Run | null> {
  const { rows } = await db.query<Row>(
    `select ${COLUMNS} from reconciliation_runs where merchant_id = $1 and id = $2`,
    [merchantId, id],
  );
  return rows[0] === undefined ? null : runFrom(rows[0]);
}

export async function findRunOfRequest(db: Db, merchantId: number, requestId: string): Promise<Run | null> {
  const { rows } = await db.query<Row>(
    `select ${COLUMNS} from reconciliation_runs where merchant_id = $1 and request_id = $2`,
    [merchantId, requestId],
  );
  return rows[0] === undefined ? null : runFrom(rows[0]);
}

/** The merchant's unfinished run. */
export async function findActiveRun(db: Db, merchantId: number): Promise<Run | null> {
  const { rows } = await db.query<Row>(
    `select ${COLUMNS} from reconciliation_runs where merchant_id = $1 and state in ('queued', 'running')`,
    [merchantId],
  );
  return rows[0] === undefined ? null : runFrom(rows[0]);
}

/** Newest first; `beforeId`: the last run of the page before. */
export async function listRuns(
  db: Db,
  merchantId: number,
  page: { beforeId: bigint | null; limit: number },
): Promise<Run[]> {
  const { rows } = await db.query<Row>(
    `select ${COLUMNS} from reconciliation_runs
     where merchant_id = $1 and ($2::bigint is null or id < $2) order by id desc limit $3`,
    [merchantId, page.beforeId, page.limit],
  );
  return rows.map(runFrom);
}

// What is returned is read apart: a Citus returns no date as a text, which depends on settings of the session.

/** Counts a try; the returned run is null when it is no longer unfinished. */
export async function beginTry(db: Db, merchantId: number, id: bigint, at: Date): Promise<Run | null> {
  const { rowCount } = await db.query(
    `update reconciliation_runs set state = 'running', started_at = coalesce(started_at, $3), tries = tries + 1,
       epoch = epoch + 1
     where merchant_id = $1 and id = $2 and state in ('queued', 'running')`,
    [merchantId, id, at],
  );
  return rowCount === 1 ? findRun(db, merchantId, id) : null;
}

/** Saves how far a running run has come; `finishedAt` ends it. False when it is no longer running. */
export async function saveProgress(
  db: Db,
  run: Pick<
    Run,
    | "merchantId"
    | "id"
    | "epoch"
    | "position"
    | "silences"
    | "planned"
    | "visited"
    | "notCompared"
    | "earlierAfter"
  >,
  finishedAt: Date | null,
): Promise<boolean> {
  const saved = await db.query(
    `update reconciliation_runs set position = $3, silences = $4, planned = $5, payments = $6, refunds = $7,
       reversals = $8, rechecked = $9, not_compared = $10, tries = 0, failure = null,
       finished_at = $11, earlier = $13, earlier_after = $14, state = case when $11::timestamptz is null then 'running' else 'done' end
     where merchant_id = $1 and id = $2 and state = 'running' and epoch = $12`,
    [
      run.merchantId,
      run.id,
      JSON.stringify(run.position),
      JSON.stringify(run.silences),
      run.planned,
      run.visited.payment,
      run.visited.refund,
      run.visited.reversal,
      run.visited.finding,
      JSON.stringify(run.notCompared),
      finishedAt,
      run.epoch,
      run.visited.earlier,
      run.earlierAfter === null ? null : JSON.stringify(run.earlierAfter),
    ],
  );
  return saved.rowCount === 1;
}

/** Finds after which earlier payment the merchant's next daily run goes on. */
export async function lastEarlierAfter(db: Db, merchantId: number): Promise<Place["after"]> {
  const { rows } = await db.query<{ earlier_after: Place["after"] }>(
    `select earlier_after from reconciliation_runs
     where merchant_id = $1 and source = 'daily' and state = 'done' order by until_day desc limit 1`,
    [merchantId],
  );
  return rows[0]?.earlier_after ?? null;
}

/** Records why a try failed; `brokenAt` ends the run as broken. */
export async function saveFailure(
  db: Db,
  { merchantId, id }: Pick<Run, "merchantId" | "id">,
  failure: string,
  brokenAt: Date | null,
): Promise<void> {
  await db.query(
    `update reconciliation_runs set failure = $3, finished_at = $4,
       state = case when $4::timestamptz is null then state else 'broken' end
     where merchant_id = $1 and id = $2 and state in ('queued', 'running')`,
    [merchantId, id, failure, brokenAt],
  );
}

/**
 * Merchants whose last daily run was for an earlier day, with the last day that a finished one compared: the days of one
 * that broke are compared again. At most `limit`, and none with an unfinished run.
 */
export async function merchantsToCompare(
  db: Db,
  day: string,
  limit: number,
): Promise<{ merchantId: number; lastDay: string | null }[]> {
  const { rows } = await db.query<{ id: number; last_day: string | null }>(
    `select m.id, last.day::text as last_day from merchants m
       left join (select merchant_id, max(until_day) as newest,
           coalesce(max(until_day) filter (where state = 'done'), min(from_day) - 1) as day
         from reconciliation_runs where source = 'daily' group by merchant_id) as last on last.merchant_id = m.id
       left join (select merchant_id from reconciliation_runs where state in ('queued', 'running')) as unfinished
         on unfinished.merchant_id = m.id
     where (last.newest is null or last.newest < $1::date) and unfinished.merchant_id is null
     order by m.id limit $2`,
    [day, limit],
  );
  return rows.map((row) => ({ merchantId: row.id, lastDay: row.last_day }));
}

function runFrom(row: Row): Run {
  return {
    merchantId: row.merchant_id,
    id: row.id,
    source: row.source,
    days: { from: row.from_day, until: row.until_day },
    gateway: row.gateway,
    repairs: row.repairs,
    requestedBy: row.requested_by,
    state: row.state,
    requestedAt: row.requested_at,
    startedAt: row.started_at,
    finishedAt: row.finished_at,
    position: row.position,
    silences: row.silences,
    tries: row.tries,
    epoch: row.epoch,
    planned: row.planned,
    visited: {
      payment: row.payments,
      refund: row.refunds,
      reversal: row.reversals,
      finding: row.rechecked,
      earlier: row.earlier,
    },
    notCompared: row.not_compared,
    failure: row.failure,
    earlierAfter: row.earlier_after,
  };
}
