import { formatPaise } from "@/lib/money";
import type { Db } from "@/server/platform/pool";
import { notify } from "../../notifications/store";
import type { RefundIntent } from "../domain/refund-intent";
import { findIntentByRefund } from "./refund-intents";

type Described = Pick<RefundIntent, "id" | "reference" | "transactionId" | "amountPaise" | "currency">;

export const describedRefund = (intent: Described) => ({
  intentId: intent.id,
  reference: intent.reference,
  transactionId: intent.transactionId,
  amount: formatPaise(intent.amountPaise),
  currency: intent.currency,
});

/**
 * Notifies of a refund that failed at the gateway, in the transaction that stores its final status. Refunds made
 * elsewhere are not the dashboard's to report.
 */
export async function notifyRefundFailed(
  db: Db,
  of: { serviceAddress: string; refundId: string },
  at: Date,
): Promise<void> {
  const intent = await findIntentByRefund(db, of.serviceAddress, of.refundId);
  if (intent === null) return;
  await notify(db, {
    event: "refund_failed",
    detail: describedRefund(intent),
    at,
    to: "everybody_permitted",
    dedupeKey: `refund_failed:${intent.id}`,
  });
}

/** At one time; the next turn reports the others. */
const MAX_REPORTED = 200;

const DESCRIBED = `i.id, i.reference, i.transaction_id as "transactionId", i.amount_paise as "amountPaise", i.currency`;

const notReported = (event: string): string =>
  `not exists (select from notification_events e where e.dedupe_key = '${event}:' || i.id)`;

/** Notifies of refunds whose outcome has been unknown for these minutes. Safe to repeat. */
export async function notifyUnknownRefunds(db: Db, at: Date, minutes: number): Promise<void> {
  const { rows } = await db.query<Described>(
    `select ${DESCRIBED} from refund_intents i
     where i.state = 'UNKNOWN' and i.sent_at < $1 and ${notReported("refund_unknown")} order by i.sent_at limit $2`,
    [new Date(at.getTime() - minutes * 60_000), MAX_REPORTED],
  );
  for (const intent of rows)
    await notify(db, {
      event: "refund_unknown",
      detail: { ...describedRefund(intent), minutes },
      at,
      to: "everybody_permitted",
      dedupeKey: `refund_unknown:${intent.id}`,
    });
}

/** What is usual is read from so many of the newest refunds that succeeded, or with too few of them assumed. */
const SAMPLE = 500;
const FEWEST = 20;
const USUAL_WITHOUT_SAMPLE_MS = 24 * 60 * 60_000;
const SHORTEST_LATE_MS = 60 * 60_000;

/**
 * Notifies of refunds that take longer than twice the time within which 95 of 100 recent ones succeeded, and at least an
 * hour. Safe to repeat.
 */
export async function notifyLateRefunds(db: Db, at: Date): Promise<void> {
  const { rows: usual } = await db.query<{ count: number; seconds: number | null }>(
    `select count(*)::int as count,
       percentile_cont(0.95) within group (order by extract(epoch from completed_at - requested_at)) as seconds
     from (select completed_at, requested_at from refund_intents
       where refund_status = 'SUCCESS' and completed_at is not null order by requested_at desc limit $1) recent`,
    [SAMPLE],
  );
  const [sample] = usual;
  const isKnown = sample !== undefined && sample.count >= FEWEST && sample.seconds !== null;
  const usualMs = isKnown ? 2_000 * Number(sample.seconds) : USUAL_WITHOUT_SAMPLE_MS;
  const { rows } = await db.query<Described & { refundId: string }>(
    `select ${DESCRIBED}, i.refund_id as "refundId" from refund_intents i
     where i.state = 'ACCEPTED' and i.completed_at is null and i.requested_at < $1 and ${notReported("refund_late")}
     order by i.requested_at limit $2`,
    [new Date(at.getTime() - Math.max(SHORTEST_LATE_MS, usualMs)), MAX_REPORTED],
  );
  for (const intent of rows)
    await notify(db, {
      event: "refund_late",
      detail: { ...describedRefund(intent), refundId: intent.refundId },
      at,
      to: "everybody_permitted",
      dedupeKey: `refund_late:${intent.id}`,
    });
}
