import { addJob } from "@/server/platform/add-job";
import type { Db } from "@/server/platform/pool";

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

/**
 * Adds the merchant's jobs that are not done to the target, in the transaction of its rows: not all of them are found by a sweep,
 * such as a lookup that a gateway's notification caused. One of a dead worker is not done either.
 */
export async function copyJobs(source: Db, target: Db, merchantId: number): Promise<void> {
  const { rows } = await source.query<{
    task: string;
    payload: Record<string, string | number>;
    key: string | null;
    delayMs: number;
  }>(
    `select task.identifier as task, job.payload, job.key,
       greatest(0, extract(epoch from job.run_at - now()) * 1000)::float8 as "delayMs"
     from graphile_worker._private_jobs job join graphile_worker._private_tasks task on task.id = job.task_id
     where job.payload ->> 'merchantId' = $1::integer::text and (job.is_available or job.locked_at is not null)
     order by job.id`,
    [merchantId],
  );
  for (const { task, payload, key, delayMs } of rows) {
    // Its payload names its request already, if it has one.
    const options = { delayMs, isRecurring: true, onWaiting: "soonest" } as const;
    await addJob(target, task, payload, key === null ? options : { ...options, key });
  }
}

/** Deletes the pending jobs of a merchant that has moved; those that are taken find that themselves. */
export async function dropJobsOf(db: Db, merchantId: number): Promise<number> {
  const { rowCount } = await db.query(
    `delete from graphile_worker._private_jobs
     where payload ->> 'merchantId' = $1::integer::text and locked_at is null`,
    [merchantId],
  );
  return rowCount ?? 0;
}
