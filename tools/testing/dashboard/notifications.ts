import type { NotificationFact } from "@/lib/notifications/details";
import { EXPAND_NOTIFICATION, SEND_EMAILS } from "@/server/dashboard/jobs/schedule";
import { expandNotification } from "@/server/dashboard/notifications/jobs/expand-notification";
import { sendEmails } from "@/server/dashboard/notifications/jobs/send-emails";
import type { Harness } from "./harness";

/** A low success rate of a gateway. */
export const rate = (gateway = "razorpay"): NotificationFact => ({
  event: "success_rate_low",
  detail: { gateway, rate: 61, usual: 93 },
});

/** Runs the jobs of all events that wait to be expanded. */
export async function expandAll(harness: Harness): Promise<void> {
  for (const payload of await takeJobs(harness, EXPAND_NOTIFICATION))
    await expandNotification(harness.services, payload);
}

/** Runs the jobs of all people who wait for an e-mail, once; returns their payloads, for jobs that run again. */
export async function runEmailJobs(harness: Harness): Promise<unknown[]> {
  const payloads = await takeJobs(harness, SEND_EMAILS);
  for (const payload of payloads) await sendEmails(harness.services, payload);
  return payloads;
}

/** Takes the jobs of a task out of the queue, whenever they are due. */
async function takeJobs({ pool }: Harness, task: string): Promise<unknown[]> {
  const { rows } = await pool.query<{ payload: unknown }>(
    `delete from graphile_worker._private_jobs j using graphile_worker._private_tasks t
     where t.id = j.task_id and t.identifier = $1 returning j.payload`,
    [task],
  );
  return rows.map(({ payload }) => payload);
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
