import { PAYMENT_ALERTS } from "@/lib/contract/payment-alerts";
import { type Db, prepared } from "@/server/platform/pool";
import type { PaymentAlert } from "../../domain/payments/alert";

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

/** More are not read: a dispute has a handful, and a payment rarely two disputes. */
export const MAX_ALERTS = 100;
const ALERTS_OF_PAYMENT = prepared(
  `select kind, detail from payment_events where merchant_id = $1 and payment_id = $2 and kind = any($3) order by id limit $4`,
);

/** In the order in which they came. */
export async function alertsOfPayment(
  db: Db,
  merchantId: number,
  paymentId: string,
): Promise<PaymentAlert[]> {
  const { rows } = await db.query<PaymentAlert>({
    ...ALERTS_OF_PAYMENT,
    values: [merchantId, paymentId, PAYMENT_ALERTS, MAX_ALERTS],
  });
  return rows;
}
