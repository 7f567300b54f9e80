import { scopedName, scopedPayload } from "./account-scope";
import { announceJobs } from "./announce-jobs";
import { type Db, prepared } from "./pool";
import { currentRequestId } from "./request-context";
import { traceHeaders } from "./tracing";
import { afterCommit } from "./transaction";

/**
 * Eight writers that add jobs of four keys without a pause sometimes failed twice in a row in a test, never nine times.
 */
const MAX_TRIES = 20;

const PAYLOAD = scopedPayload("$2");
const KEY = scopedName("$4::text");

/** A job's payload has the request and the trace for which it was added under these names. */
export const REQUEST_ID = "_requestId";
export const TRACE = "_trace";

/**
 * The library's own function announces each job in the transaction that adds it, and Postgres lets only one transaction
 * at a time commit with an announcement, including its wait for the disk (decision 0185). So this statement replaces
 * it: it adds a new job, or replaces a pending one. A job that is running or has failed for good gives up its key to
 * the next one: it may finish, and is not retried. Adds nothing when the task is unknown, or when a worker takes the
 * pending job at this moment.
 */
const ADD_JOB = prepared(
  `with made_way as (
     update graphile_worker._private_jobs set key = null, attempts = max_attempts, updated_at = now()
     where key = ${KEY} and is_available is not true returning id)
   insert into graphile_worker._private_jobs as waiting (task_id, payload, run_at, key)
   select id, ${PAYLOAD}, now() + $3 * interval '1 millisecond', ${KEY} from graphile_worker._private_tasks
   -- Always true: it makes the statement release the key before it is used again.
   where identifier = $1 and (select count(*) from made_way) >= 0
   on conflict (key) do update set task_id = excluded.task_id, payload = excluded.payload,
     run_at = case when $5 = 'replace' or waiting.attempts > 0 then excluded.run_at
       when $5 = 'soonest' then least(waiting.run_at, excluded.run_at) else waiting.run_at end,
     attempts = 0, last_error = null, revision = waiting.revision + 1, updated_at = now()
     where waiting.is_available`,
);

/** The library's own function creates a task that does not exist yet. */
const ADD_JOB_BY_LIBRARY = prepared(
  `select id from graphile_worker.add_job($1, ${PAYLOAD}, run_at => now() + $3 * interval '1 millisecond', job_key => ${KEY},
     job_key_mode => case when $5 = 'replace' then 'replace' else 'preserve_run_at' end)`,
);

export type JobOptions = {
  /** 0 by default. */
  delayMs?: number;
  /** A pending job of the same key is replaced; a running one may finish. */
  key?: string;
  /**
   * The time of a pending job that is replaced: the new job's by default. `keep` keeps the pending job's time, so that
   * a job that schedules its own successor never delays a run that was requested at once. `soonest` uses the earlier of
   * the two.
   */
  onWaiting?: "keep" | "soonest";
  /** The job reschedules itself again and again, so it belongs to no request. */
  isRecurring?: boolean;
  /** The request for which it is added; the current one by default. */
  origin?: JobOrigin;
};

/** Adds a job in the caller's transaction: it exists exactly when that transaction commits. */
export async function addJob(
  db: Db,
  task: string,
  payload: Record<string, string | number>,
  options: JobOptions = {},
): Promise<void> {
  const { delayMs = 0, key = null, onWaiting = "replace", isRecurring = false } = options;
  const origin = isRecurring ? {} : (options.origin ?? jobOrigin());
  const values = [task, JSON.stringify({ ...payload, ...origin }), delayMs, key, onWaiting];
  let added = await db.query({ ...ADD_JOB, values });
  // A worker took the job during the statement: the next try sees it running, unless another job is taken by then.
  for (let tries = 1; added.rowCount === 0 && key !== null && tries < MAX_TRIES; tries += 1)
    added = await db.query({ ...ADD_JOB, values });
  if (added.rowCount === 0) await addByLibrary(db, values);
  else if (delayMs === 0) jobsAdded(db, task);
}

/** The library loses the same race silently. */
async function addByLibrary(db: Db, values: unknown[]): Promise<void> {
  const { rows } = await db.query<{ id: bigint | null }>({ ...ADD_JOB_BY_LIBRARY, values });
  const id = rows[0]?.id ?? null;
  if (id === null) throw new Error("a job could not be added");
}

const DROP_JOB = prepared(
  `delete from graphile_worker._private_jobs where id =
     (select id from graphile_worker._private_jobs where key = ${scopedName("$1::text")} and is_available for update skip locked)`,
);

/**
 * Deletes the pending job of a key, in the caller's transaction. A job that is running or locked is left: it must check
 * itself that there is nothing to do.
 */
export async function dropJob(db: Db, key: string): Promise<void> {
  await db.query({ ...DROP_JOB, values: [key] });
}

/** Workers are notified when the transaction has committed. */
function jobsAdded(db: Db, task: string): void {
  afterCommit(db, task, (pool) => announceJobs(pool, task));
}

/** The request and the trace for which a job is added, stored in its payload: the job becomes a part of both. */
export type JobOrigin = Record<string, string | Record<string, string>>;

export function jobOrigin(): JobOrigin {
  const requestId = currentRequestId();
  const trace = traceHeaders();
  return {
    ...(requestId === null ? {} : { [REQUEST_ID]: requestId }),
    ...(Object.keys(trace).length === 0 ? {} : { [TRACE]: trace }),
  };
}
