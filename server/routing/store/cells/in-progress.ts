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
export type OpenTransaction = { id: string; what: string; isPrepared: boolean };

/**
 * The open transactions of other sessions of this database, and those that are prepared, which belong to no session. One that began
 * before the merchant was frozen may still write a row of it. pg_dump only reads, and may take hours.
 */
export async function findOpenTransactions(db: Db): Promise<OpenTransaction[]> {
  const { rows } = await db.query<OpenTransaction>(
    `select l.virtualtransaction as id, coalesce(nullif(a.application_name, ''), 'unnamed') || ' (process ' || a.pid || ')' as what,
       false as "isPrepared"
     from pg_locks l join pg_stat_activity a on a.pid = l.pid
     where l.locktype = 'virtualxid' and l.granted and a.datname = current_database()
       and a.pid <> pg_backend_pid() and a.application_name <> 'pg_dump'
     union all
     select gid, 'prepared transaction ' || quote_literal(gid), true from pg_prepared_xacts where database = current_database()`,
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

/** SQL: a job that is to be done, and that no worker has. */
const IS_TO_BE_DONE = `job.locked_at is null and (job.is_available or job.${WAS_REFUSED})`;

export type HandedOver = {
  jobs: number;
  /** Whether jobs are left: those that a worker has, or that were added or changed at this moment. */
  isMore: boolean;
};

/**
 * Hands the jobs of a merchant that has moved over to its new cell, which has its rows already: not all of them are found by a
 * sweep, such as a lookup that a gateway's notification caused. One that was refused meanwhile starts at once, with all its
 * attempts. Each is added there before it is deleted here, and is locked meanwhile; one that is added twice replaces itself by its key.
 * Those that are added here meanwhile are left, so that it ends.
 */
export async function handOverJobs(source: Pool, target: Pool, merchantId: number): Promise<HandedOver> {
  const newest = await newestJob(source, merchantId);
  let jobs = 0;
  while (newest !== null) {
    const count = await inTransaction(source, (db) => handOverSome(db, target, { merchantId, newest }));
    jobs += count;
    if (count === 0) break;
  }
  const { rowCount } = await source.query(
    // A worker may give a job back between the two statements.
    `select 1 from graphile_worker._private_jobs job where job.payload ->> 'merchantId' = $1::integer::text
       and (job.locked_at is not null or ${IS_TO_BE_DONE}) limit 1`,
    [merchantId],
  );
  return { jobs, isMore: rowCount !== 0 };
}

async function newestJob(db: Db, merchantId: number): Promise<bigint | null> {
  const { rows } = await db.query<{ id: bigint | null }>(
    "select max(id) as id from graphile_worker._private_jobs where payload ->> 'merchantId' = $1::integer::text",
    [merchantId],
  );
  return rows[0]?.id ?? null;
}

async function handOverSome(
  source: Db,
  target: Pool,
  { merchantId, newest }: { merchantId: number; newest: bigint },
): Promise<number> {
  const { rows } = await source.query<WaitingJob>(
    `select job.id, task.identifier as task, job.payload, job.key, case when job.attempts > 0 then 0
       else greatest(0, extract(epoch from job.run_at - now()) * 1000)::float8 end as "delayMs"
     from graphile_worker._private_jobs job join graphile_worker._private_tasks task on task.id = job.task_id
     where job.payload ->> 'merchantId' = $1::integer::text and ${IS_TO_BE_DONE} and job.id <= $2
     order by job.id limit ${JOBS_AT_ONCE} for update of job skip locked`,
    [merchantId, newest],
  );
  if (rows.length === 0) return 0;
  await inTransaction(target, async (db) => {
    for (const { task, payload, key, delayMs } of rows) {
      // Its payload names its request already, if it has one.
      const options = { delayMs, isRecurring: true, onWaiting: "soonest" } as const;
      await addJob(db, task, payload, key === null ? options : { ...options, key });
    }
  });
  await source.query("delete from graphile_worker._private_jobs where id = any($1::bigint[])", [
    rows.map(({ id }) => id),
  ]);
  return rows.length;
}

/** Jobs of a merchant that has moved away. */
export type LeftJobs = { merchantId: number; movedTo: string | null; jobs: number };

/**
 * Jobs that wait here though their merchant has moved: somebody added them who had asked before the move whether it is here. Jobs are
 * read only in a cell that a merchant has moved away from.
 */
export async function findLeftJobs(db: Db): Promise<LeftJobs[]> {
  const { rows } = await db.query<LeftJobs>(
    `select m.id as "merchantId", m.moved_to as "movedTo", count(*)::integer as jobs
     from graphile_worker._private_jobs job join merchants m on m.id::text = job.payload ->> 'merchantId'
     where exists (select from merchants where move_stage = 'moved') and m.move_stage = 'moved' and ${IS_TO_BE_DONE}
     group by m.id order by m.id`,
  );
  return rows;
}

/** Jobs that were refused while the merchant was moving run at once, with all their attempts: it stays. */
export async function wakeJobs(db: Db, merchantId: number): Promise<void> {
  await db.query(
    `update graphile_worker._private_jobs set attempts = 0, last_error = null, run_at = now()
     where payload ->> 'merchantId' = $1::integer::text and locked_at is null and ${WAS_REFUSED}`,
    [merchantId],
  );
}

/** Deletes those of a merchant's jobs that have failed for good. One to be done may have been added at this moment, and is kept. */
export async function deleteFailedJobs(db: Db, merchantId: number): Promise<void> {
  await db.query(
    `delete from graphile_worker._private_jobs job where job.payload ->> 'merchantId' = $1::integer::text
       and job.locked_at is null and not (job.is_available or coalesce(job.${WAS_REFUSED}, false))`,
    [merchantId],
  );
}

/** A job that nobody hands over is among the oldest in the end. */
const COUNTED_AMONG = 100_000;

/** Jobs of all merchants that have moved away, among the oldest: no index has a job's merchant, and a backlog may be long. */
export async function countLeftJobs(db: Db): Promise<number> {
  const { rows } = await db.query<{ jobs: number }>(
    `select count(*)::integer as jobs from (
       select * from graphile_worker._private_jobs
       where exists (select from merchants where move_stage = 'moved') order by id limit ${COUNTED_AMONG}) job
     join merchants m on m.id::text = job.payload ->> 'merchantId'
     where m.move_stage = 'moved' and (${IS_TO_BE_DONE})`,
  );
  return rows[0]?.jobs ?? 0;
}
