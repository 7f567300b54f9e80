import type { Db } from "../pool";

/** `given_up`: the job has used up its attempts and does not run again. */
export type JobState = "due" | "planned" | "running" | "given_up";

/** The queue of a system at one moment. */
export type JobWork = {
  counts: readonly { task: string; state: JobState; count: number }[];
  /** How long the oldest due job of a task has waited for a worker, in seconds. */
  lags: readonly { task: string; seconds: number }[];
  /** Workers of the dashboard that hold their lease (decision 0003); worker processes of the service. */
  aliveWorkers: number;
};

/** Reads unfinished jobs only: finished ones are deleted. */
export async function readJobWork(db: Db): Promise<JobWork> {
  const [counts, lags, workers] = await Promise.all([
    db.query<JobWork["counts"][number]>(
      `select task_identifier as task, state, count(*)::int as count from (
         select task_identifier, case
           when locked_at is not null then 'running'
           when attempts >= max_attempts then 'given_up'
           when run_at <= now() then 'due'
           else 'planned' end as state
         from graphile_worker.jobs) evaluated
       group by task_identifier, state`,
    ),
    db.query<JobWork["lags"][number]>(
      `select task_identifier as task, extract(epoch from now() - min(run_at))::float8 as seconds
       from graphile_worker.jobs
       where locked_at is null and attempts < max_attempts and run_at <= now() group by task_identifier`,
    ),
    db.query<{ alive: number }>(
      `select count(*)::int as alive from job_worker_leases where seen_at > now() - interval '10 seconds'`,
    ),
  ]);
  return { counts: counts.rows, lags: lags.rows, aliveWorkers: workers.rows[0]?.alive ?? 0 };
}
