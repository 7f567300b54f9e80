import { checkedOnRow } from "@/server/platform/checked-on-row";
import { type JobOrigin } from "@/server/platform/run-job";
import { type Db, prepared, violatesUnique } from "@/server/platform/pool";
import type { RoutingDecision } from "../../domain/payments/decision";
import type { Payment } from "../../domain/payments/payment";
import { paymentWebhook } from "../../domain/webhooks/webhook-event";
import { writeRoutingDecision } from "../rules/routing-decisions";
import {
  WEBHOOK_COLUMNS,
  WEBHOOK_OF_ROW,
  webhookFanOut,
  webhookFanOutValues,
  webhookParameters,
} from "../webhooks/webhook-fan-out";
import { webhooksAreDue } from "../webhooks/due-endpoints";

/** `origin`: the request that creates it, for the jobs of its webhooks. */
export type NewPayment = { payment: Payment; decision: RoutingDecision; origin: JobOrigin };
export type InsertPaymentOutcome = "inserted" | "id_in_use" | "attempt_exists" | "reference_of_deleted";

/** The columns that an INSERT of a payment sets, each with its type and its value. */
export const INSERTED: readonly (readonly [
  column: string,
  type: string,
  value: (made: NewPayment) => unknown,
])[] = [
  ["merchant_id", "integer", ({ payment }) => payment.merchantId],
  ["id", "text", ({ payment }) => payment.id],
  ["merchant_transaction_id", "text", ({ payment }) => payment.reference],
  ["attempt", "integer", ({ payment }) => payment.attempt],
  ["amount_paise", "bigint", ({ payment }) => payment.amountPaise],
  ["currency", "text", ({ payment }) => payment.currency],
  ["status", "text", ({ payment }) => payment.status],
  ["checkout_token", "text", ({ payment }) => payment.checkoutToken],
  ["customer_email", "text", ({ payment }) => payment.customer.email],
  ["customer_phone", "text", ({ payment }) => payment.customer.phone],
  ["customer_name", "text", ({ payment }) => payment.customer.name],
  ["payment_method", "text", ({ payment }) => payment.paymentMethod],
  ["card_scheme", "text", ({ payment }) => payment.cardScheme],
  ["issuing_bank", "text", ({ payment }) => payment.issuingBank],
  ["udf1", "text", ({ payment }) => payment.udf1],
  ["udf2", "text", ({ payment }) => payment.udf2],
  ["udf3", "text", ({ payment }) => payment.udf3],
  ["surl", "text", ({ payment }) => payment.surl],
  ["furl", "text", ({ payment }) => payment.furl],
  ["created_at", "timestamptz", ({ payment }) => payment.createdAt],
  ["expires_at", "timestamptz", ({ payment }) => payment.expiresAt],
  ["routing_decision", "jsonb", ({ decision }) => writeRoutingDecision(decision)],
];
const COLUMNS = INSERTED.map(([column]) => column).join(", ");

const INSERT_ONE = prepared(`with forgotten as (
     select 1 from forgotten_references where merchant_id = $1 and merchant_transaction_id = $3),
   payment as (
     insert into payments (${COLUMNS})
     select ${INSERTED.map((_, index) => `$${index + 1}`).join(", ")}
     where not exists (select from forgotten)
     on conflict (merchant_id, id) do nothing
     returning merchant_id, id, merchant_transaction_id, created_at),
   event as (
     insert into payment_events (merchant_id, payment_id, kind, at)
     select merchant_id, id, 'initiated', created_at from payment),
   ${webhookFanOut("payment", webhookParameters(INSERTED.length))}
   select exists (select from payment) as is_new, exists (select from forgotten) as is_forgotten,
     (select count(*) from webhooks) as webhooks`);

/**
 * Writes a new record. `id_in_use`: another record of the merchant has this millisecond, use the next id (decision
 * 0030). `attempt_exists`: a concurrent request wrote this attempt first. `reference_of_deleted`: the reference had a
 * payment that is deleted (0193). A single statement outside a transaction, so that a refusal aborts nothing; it also
 * writes the webhooks.
 */
export async function insertPayment(db: Db, made: NewPayment): Promise<InsertPaymentOutcome> {
  const values = [
    ...INSERTED.map(([, , value]) => value(made)),
    ...webhookFanOutValues(paymentWebhook(made.payment), made.origin),
  ];
  try {
    const { rows } = await db.query<{ is_new: boolean; is_forgotten: boolean; webhooks: bigint }>({
      ...INSERT_ONE,
      values,
    });
    if (rows[0]?.webhooks !== 0n) webhooksAreDue(db);
    if (rows[0]?.is_forgotten === true) return "reference_of_deleted";
    return rows[0]?.is_new === true ? "inserted" : "id_in_use";
  } catch (error) {
    if (violatesUnique(error, "payments_reference_attempt")) return "attempt_exists";
    throw error;
  }
}

const MANY = [...INSERTED, ...WEBHOOK_COLUMNS];

const INSERT_MANY = prepared(`with made as materialized (
     select * from unnest(${MANY.map(([, type], index) => `$${index + 1}::${type}[]`).join(", ")})
       as made (${MANY.map(([column]) => column).join(", ")})),
   inserted as (
     insert into payments (${COLUMNS})
     select ${COLUMNS} from made m
     where ${checkedOnRow(`not exists (select from forgotten_references f
       where f.merchant_id = m.merchant_id and f.merchant_transaction_id = m.merchant_transaction_id)`)}
     -- Two processes issue the same ids, and wait for each other's records: in one order they do not deadlock.
     order by merchant_id, id
     on conflict do nothing
     returning merchant_id, id),
   payment as (select made.* from made join inserted using (merchant_id, id)),
   events as (
     insert into payment_events (merchant_id, payment_id, kind, at)
     select merchant_id, id, 'initiated', created_at from payment),
   ${webhookFanOut("payment", WEBHOOK_OF_ROW)}
   select merchant_id, id, (select count(*) from webhooks) as webhooks from inserted`);

/**
 * Writes several new records by one statement, as `insertPayment` writes each. Null for a record that was not written:
 * `insertPayment` finds out why.
 */
export async function insertPayments(db: Db, made: readonly NewPayment[]): Promise<("inserted" | null)[]> {
  // The second of two with one id is left to `insertPayment`.
  const first = new Map(made.toReversed().map((each) => [keyOf(each.payment), each]));
  const distinct = [...first.values()];
  const webhooks = distinct.map(({ payment, origin }) =>
    webhookFanOutValues(paymentWebhook(payment), origin),
  );
  const values = [
    ...INSERTED.map(([, , value]) => distinct.map(value)),
    ...WEBHOOK_COLUMNS.map((_, index) => webhooks.map((webhook) => webhook[index])),
  ];
  const { rows } = await db.query<{ merchant_id: number; id: string; webhooks: bigint }>({
    ...INSERT_MANY,
    values,
  });
  if (rows[0] !== undefined && rows[0].webhooks !== 0n) webhooksAreDue(db);
  const inserted = new Set(rows.map((row) => keyOf({ merchantId: row.merchant_id, id: row.id })));
  return made.map((each) => {
    const key = keyOf(each.payment);
    return first.get(key) === each && inserted.has(key) ? "inserted" : null;
  });
}

const keyOf = ({ merchantId, id }: Pick<Payment, "merchantId" | "id">): string => `${merchantId}:${id}`;
