import type { NotificationFact } from "@/lib/notifications/details";
import { stepAll } from "./due-work";
import type { Harness } from "./harness";

/** A low success rate of a gateway. */
export const rate = (gateway = "razorpay"): NotificationFact => ({
  event: "success_rate_low",
  detail: { gateway, rate: 61, usual: 93 },
});

/** Expands all events that wait for it. */
export async function expandAll({ services, pool }: Harness): Promise<void> {
  await stepAll(services, pool, "expand-notification");
}

/** Gives all people who wait for an e-mail their turn, whenever that is, once; returns who they are. */
export function giveEmailTurns({ services, pool }: Harness): Promise<string[]> {
  return stepAll(services, pool, "send-emails");
}

/** What people are or will be notified of, in the order of its time. */
export async function reportedEvents({
  pool,
}: Harness): Promise<{ event: string; detail: Record<string, unknown> }[]> {
  const { rows } = await pool.query<{ event: string; detail: Record<string, unknown> }>(
    "select event, detail from notification_events order by at, id",
  );
  return rows;
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
