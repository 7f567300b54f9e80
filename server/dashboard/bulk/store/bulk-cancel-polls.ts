import type { Db } from "@/server/platform/pool";
import { jobOrigin } from "@/server/platform/run-job";

/** How far the look for the outcomes of a run's cancels is. */
type CancelPoll = { attempt: number; after: number | null; isOpen: boolean };

/**
 * Has the outcomes of a run's cancels looked for in `dueInMs`. A look that is due already keeps its time; one that is under way
 * is repeated, since it may have read the rows before.
 */
export async function pollCancels(db: Db, runId: string, dueInMs: number): Promise<void> {
  await db.query(
    `insert into bulk_cancel_polls as p (run_id, due_at, origin) values ($1, now() + $2::float8 * interval '1 millisecond', $3)
     on conflict (run_id) do update
       set due_at = case when p.taken_by is null then coalesce(p.due_at, excluded.due_at) else now() end, origin = excluded.origin`,
    [runId, dueInMs, jobOrigin()],
  );
}

export async function findCancelPoll(db: Db, runId: string): Promise<CancelPoll> {
  const { rows } = await db.query<CancelPoll>(
    `select attempt, after_position as after, is_open as "isOpen" from bulk_cancel_polls where run_id = $1`,
    [runId],
  );
  return rows[0] ?? { attempt: 0, after: null, isOpen: false };
}

export async function storeCancelPoll(db: Db, runId: string, poll: CancelPoll): Promise<void> {
  await db.query(
    "update bulk_cancel_polls set attempt = $2, after_position = $3, is_open = $4 where run_id = $1",
    [runId, poll.attempt, poll.after, poll.isOpen],
  );
}
