import { type Db, prepared } from "@/server/platform/pool";

const HAS_PAYMENT_EVENT = prepared(
  `select 1 from payment_events where merchant_id = $1 and payment_id = $2 and kind = $3 and detail = $4 limit 1`,
);

/** Whether a payment already has an event of this kind with exactly this detail. */
export async function hasPaymentEvent(
  db: Db,
  merchantId: number,
  paymentId: string,
  event: { kind: string; detail: Record<string, string | null> },
): Promise<boolean> {
  const { rows } = await db.query({
    ...HAS_PAYMENT_EVENT,
    values: [merchantId, paymentId, event.kind, JSON.stringify(event.detail)],
  });
  return rows.length > 0;
}
