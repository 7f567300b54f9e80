import { EXPAND_NOTIFICATION } from "../jobs/schedule";
import { expandNotification } from "../notifications/jobs/expand-notification";
import type { Harness } from "./harness";

/** Runs the jobs of all events that wait to be expanded. */
export async function expandAll({ pool, services }: Harness): Promise<void> {
  const { rows } = await pool.query<{ payload: unknown }>(
    `delete from graphile_worker._private_jobs j using graphile_worker._private_tasks t
     where t.id = j.task_id and t.identifier = $1 returning j.payload`,
    [EXPAND_NOTIFICATION],
  );
  for (const { payload } of rows) await expandNotification(services, payload);
}

/** Who has been notified of what, in the order of the events. */
export async function notifiedPeople({
  pool,
}: Harness): Promise<{ event: string; personId: string; detail: Record<string, unknown> }[]> {
  const { rows } = await pool.query<{ event: string; personId: string; detail: Record<string, unknown> }>(
    `select n.event, n.person_id as "personId", e.detail
     from notifications n join notification_events e on e.id = n.event_id order by n.id`,
  );
  return rows;
}
