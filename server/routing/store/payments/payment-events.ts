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

/** Attempts before the first one with a link do not count: what the merchant creates after them has its own link. */
const IS_LINK_CLOSED = prepared(
  `select from payments p join payment_events e on e.merchant_id = p.merchant_id and e.payment_id = p.id
   where p.merchant_id = $1 and p.merchant_transaction_id = $2 and e.kind = 'link_closed' and p.attempt >=
     (select min(attempt) from payments
      where merchant_id = $1 and merchant_transaction_id = $2 and link_issued_at is not null)
   limit 1`,
);

/** Whether a cancel has closed the link of a reference, at its latest attempt or an earlier one. */
export async function isLinkClosed(db: Db, merchantId: number, reference: string): Promise<boolean> {
  const { rows } = await db.query({ ...IS_LINK_CLOSED, values: [merchantId, reference] });
  return rows.length > 0;
}

/** More are not read: a dispute has a handful, and a payment rarely two disputes. */
export const MAX_ALERTS = 100;
const ALERTS_OF_PAYMENT = prepared(
  `select id, kind, detail from payment_events where merchant_id = $1 and payment_id = $2 and kind = any($3) order by id limit $4`,
);

type StoredAlert = PaymentAlert & { id: bigint };

/** Returns the alerts in the order in which they came. */
export async function alertsOfPayment(db: Db, merchantId: number, paymentId: string): Promise<StoredAlert[]> {
  const { rows } = await db.query<StoredAlert>({
    ...ALERTS_OF_PAYMENT,
    values: [merchantId, paymentId, PAYMENT_ALERTS, MAX_ALERTS],
  });
  return rows;
}

const ALERTS_OF_PAYMENTS = prepared(
  `select payment_id, kind, detail from payment_events
   where merchant_id = $1 and payment_id = any($2) and kind = any($3) order by payment_id, id`,
);

/** Returns the alerts of several payments; one without alerts is not in the result. */
export async function alertsOfPayments(
  db: Db,
  merchantId: number,
  paymentIds: readonly string[],
): Promise<ReadonlyMap<string, PaymentAlert[]>> {
  const { rows } = await db.query<PaymentAlert & { payment_id: string }>({
    ...ALERTS_OF_PAYMENTS,
    values: [merchantId, paymentIds, PAYMENT_ALERTS],
  });
  const alerts = new Map<string, PaymentAlert[]>();
  for (const { payment_id: id, kind, detail } of rows)
    alerts.set(id, [...(alerts.get(id) ?? []), { kind, detail }]);
  return alerts;
}

const SAVE_STEP_TIME = prepared(
  `update payment_events set detail = detail || jsonb_build_object('changed_at', $4::text)
   where merchant_id = $1 and payment_id = $2 and id = $3`,
);

/** Replaces the vendor's time of a step of a dispute by a newer one. */
export async function saveStepTime(
  db: Db,
  merchantId: number,
  paymentId: string,
  step: { id: bigint; changedAt: string },
): Promise<void> {
  await db.query({ ...SAVE_STEP_TIME, values: [merchantId, paymentId, step.id, step.changedAt] });
}
