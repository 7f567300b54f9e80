import type { Db, Pool } from "@/server/platform/pool";
import { inTransaction } from "@/server/platform/transaction";
import { notify } from "../../notifications/store";
import { describedRefund, type DescribedRefund } from "./notify-refund";

/** How many are reported at one time; the next turn reports the others. */
const MAX_REPORTED = 200;

const DAY_MS = 24 * 60 * 60_000;
/** What is usual at a gateway is read from so many of its newest refunds that succeeded. */
const SAMPLE = 500;
const SAMPLE_AGE_MS = 30 * DAY_MS;
const FEWEST = 20;
const TIMES_USUAL = 3;
/** No refund is late before, however fast its gateway is. */
const SHORTEST_LATE_MS = 60 * 60_000;

/**
 * Notifies of refunds that take longer than is usual at their gateway (decision 0282): three times as long as 95 of 100
 * of its refunds of the last 30 days, and at least an hour; with fewer than twenty of them, `assumedMs`. Safe to repeat
 * and to run in two processes.
 */
export async function notifyLateRefunds(pool: Pool, at: Date, assumedMs: number): Promise<void> {
  for (const gateway of await listWaitingGateways(pool, at)) {
    const usualMs = await findUsualMs(pool, gateway, at);
    const lateMs = usualMs === null ? assumedMs : Math.max(SHORTEST_LATE_MS, TIMES_USUAL * usualMs);
    const before = new Date(at.getTime() - lateMs);
    for (const id of await listLate(pool, gateway, before)) await notifyLate(pool, id, at);
  }
}

const IS_OPEN = "i.state = 'ACCEPTED' and i.completed_at is null";
const IS_NOT_REPORTED =
  "not exists (select from notification_events e where e.dedupe_key = 'refund_late:' || i.id)";

/** The gateways of refunds that may be late: open ones alone are read. Null for those whose gateway is not known. */
async function listWaitingGateways(db: Db, at: Date): Promise<(string | null)[]> {
  const { rows } = await db.query<{ gateway: string | null }>(
    `select distinct i.gateway from refund_intents i where ${IS_OPEN} and i.requested_at < $1 and ${IS_NOT_REPORTED}`,
    [new Date(at.getTime() - SHORTEST_LATE_MS)],
  );
  return rows.map(({ gateway }) => gateway);
}

/**
 * Returns the time within which 95 of 100 recent refunds of a gateway succeeded, in milliseconds; null with too few of
 * them.
 */
async function findUsualMs(db: Db, gateway: string | null, at: Date): Promise<number | null> {
  const { rows } = await db.query<{ count: number; seconds: number | null }>(
    `select count(*)::int as count,
       percentile_cont(0.95) within group (order by extract(epoch from completed_at - requested_at))::float8 as seconds
     from (select completed_at, requested_at from refund_intents
       where refund_status = 'SUCCESS' and completed_at is not null and requested_at > $2
         and ${gateway === null ? "gateway is null and $1::text is null" : "gateway = $1"}
       order by requested_at desc limit $3) recent`,
    [gateway, new Date(at.getTime() - SAMPLE_AGE_MS), SAMPLE],
  );
  const [sample] = rows;
  return sample === undefined || sample.count < FEWEST || sample.seconds === null
    ? null
    : 1_000 * sample.seconds;
}

async function listLate(db: Db, gateway: string | null, before: Date): Promise<string[]> {
  const { rows } = await db.query<{ id: string }>(
    `select i.id from refund_intents i
     where ${IS_OPEN} and i.requested_at < $1 and i.gateway is not distinct from $2 and ${IS_NOT_REPORTED}
     order by i.requested_at limit $3`,
    [before, gateway, MAX_REPORTED],
  );
  return rows.map(({ id }) => id);
}

/** Holds the refund's lock: one that ends at this moment is either not reported or cleared afterwards. */
async function notifyLate(pool: Pool, intentId: string, at: Date): Promise<void> {
  await inTransaction(pool, async (db) => {
    const { rows } = await db.query<DescribedRefund & { refundId: string }>(
      `select i.id, i.reference, i.transaction_id as "transactionId", i.amount_paise as "amountPaise", i.currency,
         i.refund_id as "refundId"
       from refund_intents i where i.id = $1 and ${IS_OPEN} for update`,
      [intentId],
    );
    const [intent] = rows;
    if (intent === undefined) return;
    await notify(db, {
      event: "refund_late",
      detail: { ...describedRefund(intent), refundId: intent.refundId },
      at,
      to: "everybody_permitted",
      dedupeKey: `refund_late:${intent.id}`,
    });
  });
}

/**
 * Clears what was notified of a late refund that has ended, in the transaction that stores its end: it is read, and what
 * waits for e-mail or a chat is not sent. The event's lock comes first: its worker writes people's rows before or not at all.
 */
export async function clearLateRefund(
  db: Db,
  of: { serviceAddress: string; refundId: string },
  at: Date,
): Promise<void> {
  const { rows } = await db.query<{ id: string }>(
    `update notification_events e set expanded_at = coalesce(e.expanded_at, $3), due_at = null from refund_intents i
     where i.service_address = $1 and i.refund_id = $2 and e.dedupe_key = 'refund_late:' || i.id returning e.id`,
    [of.serviceAddress, of.refundId, at],
  );
  const [event] = rows;
  if (event === undefined) return;
  await db.query("update notifications set read_at = $2 where event_id = $1 and read_at is null", [
    event.id,
    at,
  ]);
  await db.query("delete from chat_notifications where event_id = $1 and message_id is null", [event.id]);
}
