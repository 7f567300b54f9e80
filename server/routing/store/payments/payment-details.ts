import { type Db, prepared } from "@/server/platform/pool";

export type PaymentEvent = { kind: string; at: Date; detail: Record<string, unknown> };

const EVENTS_OF_PAYMENT = prepared(
  `select kind, at, detail from payment_events
     where merchant_id = $1 and payment_id = $2 order by id limit $3`,
);

/** The first `limit` events of a payment, in order. */
export async function eventsOfPayment(
  db: Db,
  merchantId: number,
  paymentId: string,
  limit: number,
): Promise<PaymentEvent[]> {
  const { rows } = await db.query<PaymentEvent>({
    ...EVENTS_OF_PAYMENT,
    values: [merchantId, paymentId, limit],
  });
  return rows;
}
