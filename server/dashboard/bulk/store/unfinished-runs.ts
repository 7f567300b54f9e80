import type { BulkRunState } from "@/lib/bulk";
import { type Db, prepared } from "@/server/platform/pool";

const COUNT_UNFINISHED = prepared(
  `select state, count(*)::int as count from bulk_runs
   where state in ('checking', 'checked', 'awaiting_approval', 'running', 'paused') group by state`,
);

/** The runs that have not ended, by state; states without a run have no row. */
export async function countUnfinishedRuns(db: Db): Promise<{ state: BulkRunState; count: number }[]> {
  const { rows } = await db.query<{ state: BulkRunState; count: number }>(COUNT_UNFINISHED);
  return rows;
}
