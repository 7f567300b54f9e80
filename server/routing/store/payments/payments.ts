import { jobsAdded } from "@/server/platform/add-job";
import { checkedOnRow } from "@/server/platform/checked-on-row";
import { type Db, prepared, violatedUniqueConstraint } from "@/server/platform/pool";
import type { Payment } from "../../domain/payments/payment";
import type { RoutingDecision } from "../../domain/payments/decision";
import { paymentWebhook } from "../../domain/webhooks/webhook-event";
import { ALL_COLUMNS, COLUMNS, fromRow, type PaymentRow } from "./payment-row";
import { writeRoutingDecision } from "../rules/routing-decisions";
import { webhookFanOut, webhookFanOutValues } from "../webhooks/webhook-fan-out";
import { DELIVER_WEBHOOKS } from "../webhooks/webhook-tasks";

export type InsertPaymentOutcome = "inserted" | "id_in_use" | "attempt_exists" | "reference_of_deleted";

/** The number of values that differ per new record. */
const INSERTED_VALUES = 27;
const INSERT_PAYMENT = prepared(`with forgotten as (
     select from forgotten_references where merchant_id = $1 and merchant_transaction_id = $3),
   payment as (
     insert into payments (${COLUMNS}, routing_decision)
     select $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19,
            $20, $21, $22, $23, $24, $25, $26, $27
     where not exists (select from forgotten)
     on conflict (merchant_id, id) do nothing
     returning merchant_id, id, merchant_transaction_id, created_at),
   event as (
     insert into payment_events (merchant_id, payment_id, kind, at)
     select merchant_id, id, 'initiated', created_at from payment),
   ${webhookFanOut("payment", INSERTED_VALUES)}
   select exists (select from payment) as is_new, exists (select from forgotten) as is_forgotten,
     (select count(*) from webhook_jobs) as jobs`);

/**
 * Writes a new record. `id_in_use`: another record of the merchant has this millisecond, use the next id (decision
 * 0030). `attempt_exists`: a concurrent request wrote this attempt first. `reference_of_deleted`: the reference had a
 * payment that is deleted (0193). A single statement outside a transaction, so that a refusal aborts nothing; it also
 * writes the webhooks.
 */
export async function insertPayment(
  db: Db,
  merchantId: number,
  payment: Payment,
  decision: RoutingDecision,
): Promise<InsertPaymentOutcome> {
  const values = [
    merchantId,
    payment.id,
    payment.reference,
    payment.attempt,
    payment.amountPaise,
    payment.currency,
    payment.status,
    payment.checkoutToken,
    payment.customer.email,
    payment.customer.phone,
    payment.customer.name,
    payment.paymentMethod,
    payment.cardScheme,
    payment.issuingBank,
    payment.udf1,
    payment.udf2,
    payment.udf3,
    payment.surl,
    payment.furl,
    payment.gateway,
    payment.gatewayCheckoutId,
    payment.gatewayTransactionId,
    payment.createdAt,
    payment.linkIssuedAt,
    payment.expiresAt,
    payment.completedAt,
    writeRoutingDecision(decision),
  ];
  try {
    const { rows } = await db.query<{ is_new: boolean; is_forgotten: boolean; jobs: bigint }>({
      ...INSERT_PAYMENT,
      values: [...values, ...webhookFanOutValues(paymentWebhook(payment))],
    });
    if (rows[0]?.jobs !== 0n) jobsAdded(db, DELIVER_WEBHOOKS);
    if (rows[0]?.is_forgotten === true) return "reference_of_deleted";
    return rows[0]?.is_new === true ? "inserted" : "id_in_use";
  } catch (error) {
    if (violatedUniqueConstraint(error) === "payments_reference_attempt") return "attempt_exists";
    throw error;
  }
}

const PAYMENTS_OF_REFERENCE = prepared(
  `select ${ALL_COLUMNS} from payments
   where merchant_id = $1 and merchant_transaction_id = $2 order by attempt desc`,
);

/** All records of a merchant reference, newest first (specification 4.2). */
export async function paymentsOfReference(db: Db, merchantId: number, reference: string): Promise<Payment[]> {
  const { rows } = await db.query<PaymentRow>({ ...PAYMENTS_OF_REFERENCE, values: [merchantId, reference] });
  return rows.map(fromRow);
}

const LOCK_LATEST_PAYMENT = prepared(
  `select ${ALL_COLUMNS} from payments
   where merchant_id = $1 and merchant_transaction_id = $2 order by attempt desc limit 1 for update`,
);

/** Locks the latest record of a merchant reference until the transaction ends. */
export async function lockLatestPayment(
  db: Db,
  merchantId: number,
  reference: string,
): Promise<Payment | null> {
  const { rows } = await db.query<PaymentRow>({ ...LOCK_LATEST_PAYMENT, values: [merchantId, reference] });
  return rows[0] === undefined ? null : fromRow(rows[0]);
}

const LOCK_PAYMENT = prepared(
  `select ${ALL_COLUMNS} from payments where merchant_id = $1 and id = $2 for update`,
);

/** Locks one record until the transaction ends; every decision on its status or balance is made under this lock. */
export async function lockPayment(db: Db, merchantId: number, id: string): Promise<Payment | null> {
  const { rows } = await db.query<PaymentRow>({ ...LOCK_PAYMENT, values: [merchantId, id] });
  return rows[0] === undefined ? null : fromRow(rows[0]);
}

const FIND_PAYMENT = prepared(`select ${ALL_COLUMNS} from payments where merchant_id = $1 and id = $2`);

export async function findPayment(db: Db, merchantId: number, id: string): Promise<Payment | null> {
  const { rows } = await db.query<PaymentRow>({ ...FIND_PAYMENT, values: [merchantId, id] });
  return rows[0] === undefined ? null : fromRow(rows[0]);
}

const PAYMENT_OF_CHECKOUT = prepared(
  `select ${ALL_COLUMNS} from payments where merchant_id = $1 and checkout_token = $2 order by attempt desc limit 1`,
);

/** The latest record of a payment link. */
export async function findPaymentOfCheckout(
  db: Db,
  merchantId: number,
  token: string,
): Promise<Payment | null> {
  const { rows } = await db.query<PaymentRow>({ ...PAYMENT_OF_CHECKOUT, values: [merchantId, token] });
  return rows[0] === undefined ? null : fromRow(rows[0]);
}

const MOVED_VALUES = 8;
const SAVE_MOVE = prepared(`with moved as (
   update payments set status = $3, completed_at = $4, gateway_transaction_id = $5
   where merchant_id = $1 and id = $2 returning merchant_id, id, merchant_transaction_id, status, gateway, failure_code,
     case when attempt = 1 and status in ('DROP', 'CANCELLED') then routing_decision -> 'experiment' ->> 'phase' end as phase),
 event as (
   insert into payment_events (merchant_id, payment_id, kind, at, detail)
   select merchant_id, id, $6, $7, $8::jsonb from moved),
 outcome as (
   insert into payment_outcomes (merchant_id, payment_id, gateway, is_success, at)
   select merchant_id, id, gateway,
     case when status in ('SUCCESS', 'FAILURE') or (status = 'DROP' and failure_code is not null) then status = 'SUCCESS' end, $7
   from moved
   where gateway is not null
     and (status in ('SUCCESS', 'FAILURE') or (status = 'DROP' and failure_code is not null) or phase = 'trial')),
 ${webhookFanOut("moved", MOVED_VALUES)}
 select count(*) as jobs from webhook_jobs`);

/**
 * Saves a status change with its event, its webhooks and its outcome for the success rates: of a success, a failure, and
 * of a payment that was dropped after its gateway had declined it. One of a trial that the customer left or that was
 * cancelled has an outcome for the trial alone (decision 0318). The caller holds the row lock, so `payment` is the
 * complete new record.
 */
export async function savePaymentMove(
  db: Db,
  merchantId: number,
  payment: Payment,
  event: { kind: string; at: Date; detail?: Record<string, string | null> },
): Promise<void> {
  const values = [
    merchantId,
    payment.id,
    payment.status,
    payment.completedAt,
    payment.gatewayTransactionId,
    event.kind,
    event.at,
    JSON.stringify(event.detail ?? {}),
  ];
  const { rows } = await db.query<{ jobs: bigint }>({
    ...SAVE_MOVE,
    values: [...values, ...webhookFanOutValues(paymentWebhook(payment))],
  });
  if (rows[0]?.jobs !== 0n) jobsAdded(db, DELIVER_WEBHOOKS);
}

type Link = {
  gateway: string;
  gatewayAccount: number | null;
  gatewayCheckoutId: string;
  gatewayCheckoutUrl: string | null;
  linkIssuedAt: Date | null;
  polledUntil: Date | null;
  decision: RoutingDecision;
};

const SAVE_LINK = `update payments set gateway = $3, gateway_checkout_id = $4, gateway_checkout_url = $5, link_issued_at = $6,
     watched_until = $7, routing_decision = $8, gateway_account = $9
   where merchant_id = $1 and id = $2`;
const SAVE_LINK_OF_ANY = prepared(SAVE_LINK);
const SAVE_LINK_WHILE_OPEN = prepared(`${SAVE_LINK} and ${checkedOnRow("status = 'INITIATED'")}`);

function linkValues(merchantId: number, id: string, link: Link): unknown[] {
  return [
    merchantId,
    id,
    link.gateway,
    link.gatewayCheckoutId,
    link.gatewayCheckoutUrl,
    link.linkIssuedAt,
    link.polledUntil,
    writeRoutingDecision(link.decision),
    link.gatewayAccount,
  ];
}

/**
 * Saves the gateway of a payment and that its link is issued, in one statement that is a separate transaction and takes
 * the row lock itself. False, with nothing saved, when the record is no longer INITIATED.
 */
export async function saveLinkWhileOpen(
  db: Db,
  merchantId: number,
  id: string,
  link: Link,
): Promise<boolean> {
  const saved = await db.query({ ...SAVE_LINK_WHILE_OPEN, values: linkValues(merchantId, id, link) });
  return saved.rowCount === 1;
}

/**
 * Saves the gateway of a payment and that its link is issued; a checkout that opened too late leaves its record without
 * a link. The caller holds the row lock.
 */
export async function savePaymentLink(db: Db, merchantId: number, id: string, link: Link): Promise<void> {
  await db.query({ ...SAVE_LINK_OF_ANY, values: linkValues(merchantId, id, link) });
}

const SAVE_ROUTING_DECISION = prepared(
  `update payments set routing_decision = $3 where merchant_id = $1 and id = $2`,
);

export async function saveRoutingDecision(
  db: Db,
  merchantId: number,
  id: string,
  decision: RoutingDecision,
): Promise<void> {
  await db.query({ ...SAVE_ROUTING_DECISION, values: [merchantId, id, writeRoutingDecision(decision)] });
}

const INSERT_PAYMENT_EVENT = prepared(
  `insert into payment_events (merchant_id, payment_id, kind, at, detail) values ($1, $2, $3, $4, $5)`,
);

/** Adds an event that changes no status. */
export async function insertPaymentEvent(
  db: Db,
  merchantId: number,
  paymentId: string,
  event: { kind: string; at: Date; detail: Record<string, string | null> },
): Promise<void> {
  await db.query({
    ...INSERT_PAYMENT_EVENT,
    values: [merchantId, paymentId, event.kind, event.at, JSON.stringify(event.detail)],
  });
}

/**
 * Overdue payments of all merchants: past their lifetime, or left without a link by a process that died. At most
 * `limit`; the next sweep finds the rest.
 */
export async function findOverduePayments(
  db: Db,
  moment: { now: Date; linklessBefore: Date; limit: number },
): Promise<{ merchantId: number; id: string }[]> {
  const { rows } = await db.query<{ merchant_id: number; id: string }>(
    `(select merchant_id, id from payments where status = 'INITIATED' and expires_at <= $1
      order by expires_at limit $3)
     union
     (select merchant_id, id from payments
      where status = 'INITIATED' and link_issued_at is null and created_at <= $2 order by created_at limit $3)`,
    [moment.now, moment.linklessBefore, moment.limit],
  );
  return rows.map((row) => ({ merchantId: row.merchant_id, id: row.id }));
}
