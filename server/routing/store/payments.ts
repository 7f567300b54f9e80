import type { CardScheme, PaymentMethod, PaymentStatus } from "@/lib/contract/statuses";
import { type Db, violatedUniqueConstraint } from "@/server/platform/pool";
import type { Payment } from "../domain/payment";
import type { RoutingDecision } from "../domain/decision";

type PaymentRow = {
  merchant_id: number;
  id: string;
  merchant_transaction_id: string;
  attempt: number;
  amount_paise: bigint;
  currency: string;
  status: PaymentStatus;
  checkout_token: string;
  customer_email: string | null;
  customer_phone: string | null;
  customer_name: string | null;
  payment_method: PaymentMethod | null;
  card_scheme: CardScheme | null;
  issuing_bank: string | null;
  udf1: string | null;
  udf2: string | null;
  udf3: string | null;
  surl: string | null;
  furl: string | null;
  gateway: string | null;
  gateway_checkout_id: string | null;
  gateway_transaction_id: string | null;
  created_at: Date;
  link_issued_at: Date | null;
  expires_at: Date;
  completed_at: Date | null;
};

const COLUMNS = `merchant_id, id, merchant_transaction_id, attempt, amount_paise, currency, status, checkout_token,
  customer_email, customer_phone, customer_name, payment_method, card_scheme, issuing_bank, udf1, udf2, udf3,
  surl, furl, gateway, gateway_checkout_id, gateway_transaction_id, created_at, link_issued_at, expires_at,
  completed_at`;

function fromRow(row: PaymentRow): Payment {
  return {
    merchantId: row.merchant_id,
    id: row.id,
    reference: row.merchant_transaction_id,
    attempt: row.attempt,
    amountPaise: row.amount_paise,
    currency: row.currency,
    status: row.status,
    checkoutToken: row.checkout_token,
    customer: { email: row.customer_email, phone: row.customer_phone, name: row.customer_name },
    paymentMethod: row.payment_method,
    cardScheme: row.card_scheme,
    issuingBank: row.issuing_bank,
    udf1: row.udf1,
    udf2: row.udf2,
    udf3: row.udf3,
    surl: row.surl,
    furl: row.furl,
    gateway: row.gateway,
    gatewayCheckoutId: row.gateway_checkout_id,
    gatewayTransactionId: row.gateway_transaction_id,
    createdAt: row.created_at,
    linkIssuedAt: row.link_issued_at,
    expiresAt: row.expires_at,
    completedAt: row.completed_at,
  };
}

export type InsertPaymentOutcome = "inserted" | "id_taken" | "attempt_taken";

/**
 * Writes a new record. `id_taken`: the millisecond belongs to another record of the merchant, ask for the next id
 * (D7). `attempt_taken`: somebody else wrote this attempt of the reference first.
 * A single statement outside a transaction, so that a refusal spoils nothing.
 */
export async function insertPayment(
  db: Db,
  merchantId: number,
  payment: Payment,
  decision: RoutingDecision,
): Promise<InsertPaymentOutcome> {
  try {
    const inserted = await db.query(
      `with payment as (
         insert into payments (${COLUMNS}, routing_decision)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19,
                 $20, $21, $22, $23, $24, $25, $26, $27)
         on conflict (merchant_id, id) do nothing
         returning merchant_id, id, created_at)
       insert into payment_events (merchant_id, payment_id, kind, at)
       select merchant_id, id, 'initiated', created_at from payment`,
      [
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
        JSON.stringify(decision),
      ],
    );
    return inserted.rowCount === 1 ? "inserted" : "id_taken";
  } catch (error) {
    if (violatedUniqueConstraint(error) === "payments_reference_attempt") return "attempt_taken";
    throw error;
  }
}

/** All records of a reference, newest first (section 4.2). */
export async function paymentsOfReference(db: Db, merchantId: number, reference: string): Promise<Payment[]> {
  const { rows } = await db.query<PaymentRow>(
    `select ${COLUMNS} from payments
     where merchant_id = $1 and merchant_transaction_id = $2 order by attempt desc`,
    [merchantId, reference],
  );
  return rows.map(fromRow);
}

/** Locks the latest record of a reference until the transaction ends. */
export async function lockLatestPayment(
  db: Db,
  merchantId: number,
  reference: string,
): Promise<Payment | null> {
  const { rows } = await db.query<PaymentRow>(
    `select ${COLUMNS} from payments
     where merchant_id = $1 and merchant_transaction_id = $2 order by attempt desc limit 1 for update`,
    [merchantId, reference],
  );
  return rows[0] === undefined ? null : fromRow(rows[0]);
}

/** Locks one record until the transaction ends; whatever decides on its status or its balance does so under this lock. */
export async function lockPayment(db: Db, merchantId: number, id: string): Promise<Payment | null> {
  const { rows } = await db.query<PaymentRow>(
    `select ${COLUMNS} from payments where merchant_id = $1 and id = $2 for update`,
    [merchantId, id],
  );
  return rows[0] === undefined ? null : fromRow(rows[0]);
}

export async function findPayment(db: Db, merchantId: number, id: string): Promise<Payment | null> {
  const { rows } = await db.query<PaymentRow>(
    `select ${COLUMNS} from payments where merchant_id = $1 and id = $2`,
    [merchantId, id],
  );
  return rows[0] === undefined ? null : fromRow(rows[0]);
}

/** The latest record behind a payment link. */
export async function findPaymentOfCheckout(
  db: Db,
  merchantId: number,
  token: string,
): Promise<Payment | null> {
  const { rows } = await db.query<PaymentRow>(
    `select ${COLUMNS} from payments where merchant_id = $1 and checkout_token = $2 order by attempt desc limit 1`,
    [merchantId, token],
  );
  return rows[0] === undefined ? null : fromRow(rows[0]);
}

/** Saves what a move changes, and the event that tells of it. The caller holds the row lock. */
export async function savePaymentMove(
  db: Db,
  merchantId: number,
  payment: Payment,
  event: { kind: string; at: Date; detail?: Record<string, string | null> },
): Promise<void> {
  await db.query(
    `with moved as (
       update payments set status = $3, completed_at = $4, gateway_transaction_id = $5
       where merchant_id = $1 and id = $2 returning merchant_id, id)
     insert into payment_events (merchant_id, payment_id, kind, at, detail)
     select merchant_id, id, $6, $7, $8::jsonb from moved`,
    [
      merchantId,
      payment.id,
      payment.status,
      payment.completedAt,
      payment.gatewayTransactionId,
      event.kind,
      event.at,
      JSON.stringify(event.detail ?? {}),
    ],
  );
}

/** Saves the gateway that took the payment, and that its link is out. The caller holds the row lock. */
export async function savePaymentLink(
  db: Db,
  merchantId: number,
  id: string,
  link: { gateway: string; gatewayCheckoutId: string; issuedAt: Date; decision: RoutingDecision },
): Promise<void> {
  await db.query(
    `update payments set gateway = $3, gateway_checkout_id = $4, link_issued_at = $5, routing_decision = $6
     where merchant_id = $1 and id = $2`,
    [merchantId, id, link.gateway, link.gatewayCheckoutId, link.issuedAt, JSON.stringify(link.decision)],
  );
}

export async function saveRoutingDecision(
  db: Db,
  merchantId: number,
  id: string,
  decision: RoutingDecision,
): Promise<void> {
  await db.query(`update payments set routing_decision = $3 where merchant_id = $1 and id = $2`, [
    merchantId,
    id,
    JSON.stringify(decision),
  ]);
}

/** Adds an event that moves nothing. */
export async function insertPaymentEvent(
  db: Db,
  merchantId: number,
  paymentId: string,
  event: { kind: string; at: Date; detail: Record<string, string | null> },
): Promise<void> {
  await db.query(
    `insert into payment_events (merchant_id, payment_id, kind, at, detail) values ($1, $2, $3, $4, $5)`,
    [merchantId, paymentId, event.kind, event.at, JSON.stringify(event.detail)],
  );
}

/**
 * Payments of every merchant whose time is up: past their lifetime, or left without a link by a process that died.
 * At most `limit`; what remains is found by the next sweep.
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
