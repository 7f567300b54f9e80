import { isFree, type Lanes } from "@/server/platform/due-rows/due-rows";
import type { Db } from "@/server/platform/pool";
import { type JobWork, readDueWork } from "@/server/platform/metrics/job-work";
import { isDistributed } from "./distributed";
import { STRUGGLING_FROM_FAILURES } from "../domain/webhooks/webhook-endpoint";

/**
 * Pending work of all merchants, for operators and their alerts. Each query uses a partial index and reads only
 * unfinished records.
 */
export async function openRefunds(
  db: Db,
  now: Date,
): Promise<{ status: string; age: string; count: number }[]> {
  const { rows } = await db.query<{ status: string; age: string; count: number }>(
    `select status, age, count(*)::int as count from (
       select status, case
         when requested_at > $1::timestamptz - interval '1 minute' then 'under_1m'
         when requested_at > $1::timestamptz - interval '10 minutes' then 'under_10m'
         when requested_at > $1::timestamptz - interval '1 hour' then 'under_1h'
         when requested_at > $1::timestamptz - interval '1 day' then 'under_1d'
         else 'over_1d' end as age
       from refunds where completed_at is null and kind = 'refund') aged
     group by status, age`,
    [now],
  );
  return rows;
}

/** Reversals that have not succeeded: pending or failed. */
export async function pendingReversals(db: Db): Promise<{ status: string; count: number }[]> {
  const { rows } = await db.query<{ status: string; count: number }>(
    `select status, count(*)::int as count from refunds
     where kind = 'reversal' and status <> 'SUCCESS' group by status`,
  );
  return rows;
}

const BROKEN = `select count(*)::int as count from merchants m, lateral (
    select state from reconciliation_runs r where r.merchant_id = m.id order by r.id desc limit 1) newest
  where newest.state = 'broken'`;
/**
 * The statement for a Citus, where each node has some merchants' runs: reads all that are broken instead of the newest
 * of each merchant.
 */
const BROKEN_DISTRIBUTED = `select count(*)::int as count from reconciliation_runs r
  where r.state = 'broken' and not exists (
    select 1 from reconciliation_runs newer where newer.merchant_id = r.merchant_id and newer.id > r.id)`;

/** The rows that are their own jobs, and the names of these jobs in the metrics. */
const OF_LANES = "gateway = any($1) and due_at <= now()";
const UNFINISHED = "state in ('queued', 'running')";
const DUE_TABLES = [
  { task: "advance-refund", table: "refunds", open: "completed_at is null", late: OF_LANES },
  { task: "poll-payment", table: "payment_polls", open: "true", late: OF_LANES },
  {
    task: "continue-reconciliation",
    table: "reconciliation_runs",
    open: UNFINISHED,
    late: `${UNFINISHED} and due_at <= now()`,
  },
];
/** Rows that a worker has or that wait for one; of refunds that have ended, those that are due. */
export function dueRowWork(db: Db, lanes: Lanes): Promise<Omit<JobWork, "aliveWorkers">> {
  const tables = DUE_TABLES.map(({ task, table, open, late }) => ({
    task: `'${task}'`,
    table,
    where: `${open} or ${late}`,
  }));
  return readDueWork(db, [...tables, { task: "task", table: "schedules", where: "true" }], [lanes]);
}

const OLDEST_DUE = `select min(due_at) as "dueSince" from (${DUE_TABLES.map(
  ({ table, late }) => `select due_at from ${table} where ${late} and ${isFree(table)}`,
).join(" union all ")}) waiting`;

/** Since when the longest due row waits for a worker; null when none does. */
export async function oldestDueRow(db: Db, lanes: Lanes): Promise<Date | null> {
  const { rows } = await db.query<{ dueSince: Date | null }>(OLDEST_DUE, [lanes]);
  return rows[0]?.dueSince ?? null;
}

/** Merchants whose newest reconciliation could not finish. */
export async function countBrokenReconciliations(db: Db): Promise<number> {
  const { rows } = await db.query<{ count: number }>((await isDistributed(db)) ? BROKEN_DISTRIBUTED : BROKEN);
  return rows[0]?.count ?? 0;
}

/** More waiting outcomes are not counted: a worker that is away for a day must not slow down the metrics. */
const MOST_OUTCOMES = 100_000;

/** Outcomes that are due and not counted into the success rates yet (decision 0313), and for how long the oldest has been. */
export async function waitingOutcomes(db: Db, now: Date): Promise<{ waiting: number; lagSeconds: number }> {
  const { rows } = await db.query<{ waiting: number; lag_seconds: number }>(
    `select count(*)::int as waiting,
       coalesce(greatest(extract(epoch from $1::timestamptz - min(at)), 0), 0)::float8 as lag_seconds
     from (select at from payment_outcomes where at <= $1 limit $2) as oldest`,
    [now, MOST_OUTCOMES],
  );
  return { waiting: rows[0]?.waiting ?? 0, lagSeconds: rows[0]?.lag_seconds ?? 0 };
}

/** How long ago the oldest refund of each status without an end was requested, in seconds. */
export async function oldestOpenRefunds(db: Db, now: Date): Promise<{ status: string; seconds: number }[]> {
  const { rows } = await db.query<{ status: string; seconds: number }>(
    `select status, extract(epoch from $1::timestamptz - min(requested_at))::float8 as seconds
     from refunds where completed_at is null and kind = 'refund' group by status`,
    [now],
  );
  return rows;
}

type EndpointCount = {
  state: "working" | "struggling" | "disabled_failing" | "disabled_by_merchant";
  count: number;
};

/** Webhook endpoints of all merchants. Each merchant has few, so all are read. */
export async function countEndpoints(db: Db): Promise<EndpointCount[]> {
  const { rows } = await db.query<EndpointCount>(
    `select state, count(*)::int as count from (
       select case
         when disabled_reason = 'BY_MERCHANT' then 'disabled_by_merchant'
         when not enabled then 'disabled_failing'
         when consecutive_failures >= $1 then 'struggling'
         else 'working' end as state
       from webhook_endpoints) evaluated
     group by state`,
    [STRUGGLING_FROM_FAILURES],
  );
  return rows;
}

type WaitingWebhooks = { endpoint: "working" | "struggling"; waiting: number; lagSeconds: number };

/** Pending webhook deliveries, separately for struggling endpoints: their delays are not the service's fault. */
export async function waitingWebhooks(db: Db, now: Date): Promise<WaitingWebhooks[]> {
  const { rows } = await db.query<{
    endpoint: "working" | "struggling";
    waiting: number;
    lag_seconds: number;
  }>(
    `select endpoint, count(next_attempt_at)::int as waiting,
       greatest(extract(epoch from $1::timestamptz - min(next_attempt_at)), 0)::float8 as lag_seconds
     from (values ('working', 0, $2::int - 1), ('struggling', $2::int, 2147483647)) as kinds (endpoint, fewest, most)
     left join (
       select d.next_attempt_at, e.consecutive_failures
       from webhook_deliveries d
       join webhook_endpoints e on e.merchant_id = d.merchant_id and e.id = d.endpoint_id
       where d.status = 'WAITING') waiting on consecutive_failures between fewest and most
     group by endpoint`,
    [now, STRUGGLING_FROM_FAILURES],
  );
  return rows.map((row) => ({
    endpoint: row.endpoint,
    waiting: row.waiting,
    lagSeconds: row.lag_seconds,
  }));
}
