import { formatPaise } from "@/lib/money";
import type { Db } from "@/server/platform/pool";
import { notify } from "../../notifications/store";
import type { RefundIntent } from "../domain/refund-intent";
import { findIntentByRefund } from "./refund-intents";

export type DescribedRefund = Pick<
  RefundIntent,
  "id" | "reference" | "transactionId" | "amountPaise" | "currency"
>;

export const describedRefund = (intent: DescribedRefund) => ({
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

/** Notifies of a refund that was not made, where that becomes known and nobody is waiting for its outcome. */
export async function notifyNotMade(db: Db, intent: DescribedRefund, at: Date): Promise<void> {
  await notify(db, {
    event: "refund_failed",
    detail: describedRefund(intent),
    at,
    to: "everybody_permitted",
    // Somebody may send it again, and it may end the same way or fail at the gateway.
    dedupeKey: `refund_not_made:${intent.id} ${at.toISOString()}`,
  });
}

/** Notifies that the service has accepted a refund that had counted as not made, or a second one for the same intent. */
export async function notifyMadeAfterAll(
  db: Db,
  intent: DescribedRefund,
  { refundId, at }: { refundId: string; at: Date },
): Promise<void> {
  await notify(db, {
    event: "refund_made_after_all",
    detail: { ...describedRefund(intent), refundId },
    at,
    to: "everybody_permitted",
    dedupeKey: `refund_made_after_all:${refundId}`,
  });
}

/** How many are reported at one time; the next turn reports the others. */
const MAX_REPORTED = 200;

const DESCRIBED = `i.id, i.reference, i.transaction_id as "transactionId", i.amount_paise as "amountPaise", i.currency`;

const notReported = (event: string): string =>
  `not exists (select from notification_events e where e.dedupe_key = '${event}:' || i.id)`;

/** Notifies of refunds whose outcome has been unknown for these minutes. Safe to repeat. */
export async function notifyUnknownRefunds(db: Db, at: Date, minutes: number): Promise<void> {
  const { rows } = await db.query<DescribedRefund>(
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
