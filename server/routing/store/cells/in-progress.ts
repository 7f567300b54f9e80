import { addJob } from "@/server/platform/add-job";
import type { Db, Pool } from "@/server/platform/pool";
import { inTransaction } from "@/server/platform/transaction";

/** What still runs for a merchant in a cell that takes no new work of it. */
export type InProgress = {
  /** Jobs of workers that are alive: a dead worker's job does nothing any more (decision 0240). */
  jobs: number;
  /** Payments whose creation has not returned its link, and is not given up. */
  creations: number;
  /** Idempotency keys and webhooks that a process has claimed. */
  claims: number;
};

/** The claims end by themselves, by the database's clock (decision 0264). */
export async function findInProgress(
  db: Db,
  merchantId: number,
  { creationLimitMs, leaseMs }: { creationLimitMs: number; leaseMs: number },
): Promise<InProgress> {
  const { rows } = await db.query<InProgress>(
    `select
       (select count(*)::integer from graphile_worker._private_jobs j
        join job_worker_leases l on l.worker_id = j.locked_by
        where j.payload ->> 'merchantId' = $1::integer::text and j.locked_at is not null
          and l.seen_at > now() - $3::float8 * interval '1 millisecond') as jobs,
       (select count(*)::integer from payments where merchant_id = $1 and status = 'INITIATED'
          and link_issued_at is null and created_at > now() - $2::float8 * interval '1 millisecond') as creations,
       (select count(*)::integer from idempotency_keys
        where merchant_id = $1 and answer_status is null and leased_until > now())
       + (select count(*)::integer from webhook_deliveries
          where merchant_id = $1 and status = 'WAITING' and leased_until > now()) as claims`,
    [merchantId, creationLimitMs, leaseMs],
  );
  return rows[0] ?? { jobs: 0, creations: 0, claims: 0 };
}

/** A transaction that is open, and whose it is. */
export type OpenTransaction = { id: string; pid: number; application: string };

/**
 * The open transactions of other sessions of this database. One that began before the merchant was frozen may still write a row of
 * it. pg_dump only reads, and may take hours.
 */
export async function findOpenTransactions(db: Db): Promise<OpenTransaction[]> {
  const { rows } = await db.query<OpenTransaction>(
    `select l.virtualtransaction as id, a.pid, a.application_name as application
     from pg_locks l join pg_stat_activity a on a.pid = l.pid
     where l.locktype = 'virtualxid' and l.granted and a.datname = current_database()
       and a.pid <> pg_backend_pid() and a.application_name <> 'pg_dump'`,
  );
  return rows;
}

/** The error of a job that was refused because its merchant moves (`MerchantMovingError`). */
const WAS_REFUSED = "last_error like '%is being moved to another cell%'";
/** Jobs handed over by one transaction. */
const JOBS_AT_ONCE = 500;

type WaitingJob = {
  id: bigint;
  task: string;
  payload: Record<string, string | number>;
  key: string | null;
  delayMs: number;
};

/**
 * Hands the jobs of a merchant that has moved over to its new cell, which has its rows already: not all of them are found by a
 * sweep, such as a lookup that a gateway's notification caused. One that was refused meanwhile starts at once, with all its
 * attempts. Each is added there before it is deleted here; one that is added twice replaces itself by its key. Returns whether
 * jobs are left: those that a worker has at this moment.
 */
export async function handOverJobs(source: Db, target: Pool, merchantId: number): Promise<boolean> {
  for (;;) {
    const { rows } = await source.query<WaitingJob>(
      `select job.id, task.identifier as task, job.payload, job.key, case when job.attempts > 0 then 0
         else greatest(0, extract(epoch from job.run_at - now()) * 1000)::float8 end as "delayMs"
       from graphile_worker._private_jobs job join graphile_worker._private_tasks task on task.id = job.task_id
       where job.payload ->> 'merchantId' = $1::integer::text and job.locked_at is null
         and (job.is_available or ${WAS_REFUSED})
       order by job.id limit ${JOBS_AT_ONCE}`,
      [merchantId],
    );
    if (rows.length === 0) break;
    await inTransaction(target, async (db) => {
      for (const { task, payload, key, delayMs } of rows) {
        // Its payload names its request already, if it has one.
        const options = { delayMs, isRecurring: true, onWaiting: "soonest" } as const;
        await addJob(db, task, payload, key === null ? options : { ...options, key });
      }
    });
    await source.query(
      "delete from graphile_worker._private_jobs where id = any($1::bigint[]) and locked_at is null",
      [rows.map(({ id }) => id)],
    );
  }
  const { rowCount } = await source.query(
    `select 1 from graphile_worker._private_jobs job where payload ->> 'merchantId' = $1::integer::text
       and locked_at is not null limit 1`,
    [merchantId],
  );
  return rowCount !== 0;
}

/** Jobs that were refused while the merchant was moving run at once, with all their attempts: it stays. */
export async function wakeJobs(db: Db, merchantId: number): Promise<void> {
  await db.query(
    `update graphile_worker._private_jobs set attempts = 0, last_error = null, run_at = now()
     where payload ->> 'merchantId' = $1::integer::text and locked_at is null and ${WAS_REFUSED}`,
    [merchantId],
  );
}

/** Deletes what is left of a merchant's jobs, such as those that have failed for good. */
export async function deleteJobs(db: Db, merchantId: number): Promise<void> {
  await db.query(
    `delete from graphile_worker._private_jobs where payload ->> 'merchantId' = $1::integer::text and locked_at is null`,
    [merchantId],
  );
}
