import type pg from "pg";
import type { DeskBooks, GatewayBooks, ServiceBooks } from "./books";

type Pool = pg.Pool;

async function rows<Row extends pg.QueryResultRow>(pool: Pool, statement: string): Promise<Row[]> {
  return (await pool.query<Row>(statement)).rows;
}

const REFUNDS = `select id, merchant_id as "merchantId", payment_id as "paymentId", amount_paise as "amountPaise", status
  from refunds`;

export async function readService(pool: Pool): Promise<ServiceBooks> {
  return {
    payments: await rows(
      pool,
      `select id, merchant_id as "merchantId", merchant_transaction_id as reference, amount_paise as "amountPaise",
         status, gateway_checkout_id as "checkoutId", gateway_transaction_id as "gatewayTransactionId",
         link_issued_at is not null as "hasLink"
       from payments`,
    ),
    refunds: await rows(pool, `${REFUNDS} where kind = 'refund'`),
    reversals: await rows(pool, `${REFUNDS} where kind = 'reversal'`),
    deliveries: await rows(
      pool,
      `select id, event, payment_id as "paymentId", status, body from webhook_deliveries`,
    ),
  };
}

export async function readGateway(pool: Pool): Promise<GatewayBooks> {
  return {
    charges: await rows(
      pool,
      `select checkout_id as "checkoutId", transaction_id as "transactionId", outcome, amount_paise as "amountPaise"
       from simulator.charges`,
    ),
    refunds: await rows(
      pool,
      `select idempotency_key as "idempotencyKey", transaction_id as "transactionId", outcome,
         amount_paise as "amountPaise"
       from simulator.refunds`,
    ),
  };
}

export async function readDesk(pool: Pool): Promise<DeskBooks> {
  return {
    intents: await rows(
      pool,
      `select i.id, i.transaction_id as "transactionId", i.amount_paise as "amountPaise", i.state,
         i.refund_id as "refundId", i.refund_status as "refundStatus",
         array(select a.action from audit_log a
               where a.subject_kind = 'refund_intent' and a.subject_id = i.id::text order by a.id) as audit
       from refund_intents i`,
    ),
    cancellations: await rows(pool, `select id, transaction_id as "transactionId", state from cancellations`),
  };
}
