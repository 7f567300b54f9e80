import type { Db } from "./pool";

/**
 * A worker without a heartbeat for this long, in milliseconds, counts as dead and its jobs are given to others (failure
 * 25).
 */
export const LEASE_MS = 10_000;

/** The workers of a process, as each heartbeat reports them. */
type Heartbeat = {
  /** Workers that have a lease. */
  leased: readonly string[];
  /** Workers that need a lease. They take no job before they have it. */
  starting: readonly string[];
  /** The leased workers that are not fetching a job at the moment, so every job they hold is known here. */
  settled: readonly string[];
  /** The jobs that they are running. */
  activeJobIds: readonly string[];
  /** `at` of the previous response; null before the first. */
  previousAt: Date | null;
};

type HeartbeatResponse = {
  /** Workers with a valid lease. A worker that is missing was declared dead: its jobs belong to others. */
  renewed: ReadonlySet<string>;
  /** The database's time. */
  at: Date;
};

/**
 * A lease is taken over by deleting its row and renewed only while the row exists, so exactly one of the two wins. A
 * job that is given to others gets a new id, because the library completes a job by id without checking who holds it:
 * the old id no longer exists. Nothing here waits for a lock that another process may hold for long.
 */
const BEAT = `
  with renewed as (
    update job_worker_leases set seen_at = now() where worker_id = any($1::text[]) returning worker_id),
  started as (
    insert into job_worker_leases (worker_id) select unnest($2::text[])
    on conflict (worker_id) do update set seen_at = now() returning worker_id),
  dead as (
    delete from job_worker_leases where worker_id in (
      select worker_id from job_worker_leases
      where seen_at < now() - $6 * interval '1 millisecond' and worker_id <> all($1::text[] || $2::text[])
      for update skip locked)
    returning worker_id),
  lost as (
    select job.id from graphile_worker._private_jobs job
    where job.locked_by is not null and (
      -- Whose worker is dead: its lease is, or was deleted by another process.
      job.locked_by <> all($1::text[] || $2::text[])
        and job.locked_at < now() - $6 * interval '1 millisecond'
        and (job.locked_by in (select worker_id from dead)
          or not exists (select from job_worker_leases lease where lease.worker_id = job.locked_by))
      -- Whose worker never heard of it, because its connection died while it was given the job.
      or job.locked_by = any($3::text[]) and job.id <> all($4::bigint[]) and job.locked_at < $5::timestamptz)
    for update skip locked),
  given_back as (
    update graphile_worker._private_jobs set id = default, locked_by = null, locked_at = null
    where id in (select id from lost))
  select now() as at, array(select worker_id from renewed union all select worker_id from started) as renewed`;

/**
 * Renews this process's leases and releases the jobs of dead workers in one statement, so a slow database cannot delay
 * one of the two.
 */
export async function beat(db: Db, heartbeat: Heartbeat): Promise<HeartbeatResponse> {
  const { leased, starting, settled, activeJobIds, previousAt } = heartbeat;
  const values = [leased, starting, settled, activeJobIds, previousAt, LEASE_MS];
  const { rows } = await db.query<{ at: Date; renewed: string[] }>(BEAT, values);
  const [row] = rows;
  if (row === undefined) throw new Error("a heartbeat got no answer");
  return { renewed: new Set(row.renewed), at: row.at };
}
