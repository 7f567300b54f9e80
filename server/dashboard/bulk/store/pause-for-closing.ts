import type { Db } from "@/server/platform/pool";

/**
 * Pauses every run of the account of the connection that sends rows, or would begin to: an approved one whose job has not
 * started it yet. Returns their ids.
 */
export async function pauseRunsForClosing(db: Db): Promise<string[]> {
  const { rows } = await db.query<{ id: string }>(
    `update bulk_runs b set state = 'paused', pause_cause = 'account_closed', waits_until = null, service_error = null,
       service_error_count = 0
     where b.state = 'running' or (b.state = 'awaiting_approval'
       and exists (select from approval_requests a where a.run_id = b.id and a.state = 'APPROVED'))
     returning b.id`,
  );
  return rows.map(({ id }) => id);
}
