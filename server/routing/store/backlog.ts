import type { Db } from "@/server/platform/pool";
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
       from refunds where completed_at is null) aged
     group by status, age`,
    [now],
  );
  return rows;
}

/** Reversals that have not succeeded: pending or failed. */
export async function pendingReversals(db: Db): Promise<{ status: string; count: number }[]> {
  const { rows } = await db.query<{ status: string; count: number }>(
    `select status, count(*)::int as count from reversals where status <> 'SUCCESS' group by status`,
  );
  return rows;
}

export type QueuedJobs = { task: string; state: "due" | "planned" | "running" | "given_up"; count: number };

export async function queuedJobs(db: Db): Promise<QueuedJobs[]> {
  const { rows } = await db.query<QueuedJobs>(
    `select task_identifier as task, state, count(*)::int as count from (
       select task_identifier, case
         when locked_at is not null then 'running'
         when attempts >= max_attempts then 'given_up'
         when run_at <= now() then 'due'
         else 'planned' end as state
       from graphile_worker.jobs) evaluated
     group by task_identifier, state`,
  );
  return rows;
}

/** How long the oldest due job of each task has waited for a worker, in seconds. */
export async function jobLags(db: Db): Promise<{ task: string; seconds: number }[]> {
  const { rows } = await db.query<{ task: string; seconds: number }>(
    `select task_identifier as task, extract(epoch from now() - min(run_at))::float8 as seconds
     from graphile_worker.jobs
     where locked_at is null and attempts < max_attempts and run_at <= now() group by task_identifier`,
  );
  return rows;
}

export type WaitingWebhooks = { endpoint: "working" | "struggling"; waiting: number; lagSeconds: number };

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
