import type { Db } from "@/server/platform/pool";
import { jobOrigin } from "@/server/platform/run-job";

/** How far the look for the outcomes of a run's cancels is. */
type CancelPoll = { attempt: number; after: number | null };

/**
 * Has the outcomes of a run's cancels looked for in `dueInMs`. A look that is due already keeps its time, unless there were `most`:
 * then they begin anew. One that is under way is followed by another, since it may have read the rows before.
 */
export async function pollCancels(
  db: Db,
  runId: string,
  { dueInMs, most }: { dueInMs: number; most: number },
): Promise<void> {
  await db.query(
    `insert into bulk_cancel_polls as p (run_id, due_at, origin) values ($1, now() + $2::float8 * interval '1 millisecond', $3)
     on conflict (run_id) do update set origin = excluded.origin, attempt = case when p.attempt < $4 then p.attempt else 0 end,
       due_at = case when p.taken_by is null and p.attempt < $4 then coalesce(p.due_at, excluded.due_at) else excluded.due_at end`,
    [runId, dueInMs, jobOrigin(), most],
  );
}

/** Has the outcomes of all runs' cancels looked for now: what stood in the way may be gone. */
export async function askForCancels(db: Db): Promise<void> {
  await db.query("update bulk_cancel_polls set due_at = now(), attempt = 0 where due_at is not null");
}

export async function findCancelPoll(db: Db, runId: string): Promise<CancelPoll> {
  const { rows } = await db.query<CancelPoll>(
    `select attempt, after_position as after from bulk_cancel_polls where run_id = $1`,
    [runId],
  );
  return rows[0] ?? { attempt: 0, after: null };
}

export async function storeCancelPoll(db: Db, runId: string, poll: CancelPoll): Promise<void> {
  await db.query("update bulk_cancel_polls set attempt = $2, after_position = $3 where run_id = $1", [
    runId,
    poll.attempt,
    poll.after,
  ]);
}
