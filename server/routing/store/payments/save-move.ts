import { type JobOrigin, jobOrigin } from "@/server/platform/run-job";
import { type Db, prepared } from "@/server/platform/pool";
import type { Payment } from "../../domain/payments/payment";
import { paymentWebhook } from "../../domain/webhooks/webhook-event";
import {
  WEBHOOK_COLUMNS,
  WEBHOOK_OF_ROW,
  webhookFanOut,
  webhookFanOutValues,
  webhookParameters,
} from "../webhooks/webhook-fan-out";
import { isDistributed } from "../distributed";
import { DELETE_POLLS_OF_MOVED } from "./due-polls";
import type { MoveEvent } from "./move-event";
import { savePaymentMoveInParts } from "./save-move-in-parts";
import { webhooksAreDue } from "../webhooks/due-endpoints";

const RETURNED = `p.merchant_id, p.id, p.merchant_transaction_id, p.watched_until is null as is_over`;
/** What is written of each row of `moved`, which also has the event's kind, at and detail. */
const WITH_THE_MOVE = `event as (
   insert into payment_events (merchant_id, payment_id, kind, at, detail)
   select merchant_id, id, kind, at, detail from moved),
 polls as (
   ${DELETE_POLLS_OF_MOVED})`;

/** The values of a move, each with its column and type. */
const MOVED: readonly (readonly [
  column: string,
  type: string,
  value: (payment: Payment, event: MoveEvent) => unknown,
])[] = [
  ["merchant_id", "integer", ({ merchantId }) => merchantId],
  ["id", "text", ({ id }) => id],
  ["status", "text", ({ status }) => status],
  ["completed_at", "timestamptz", ({ completedAt }) => completedAt],
  ["gateway_transaction_id", "text", ({ gatewayTransactionId }) => gatewayTransactionId],
  ["watched_until", "timestamptz", ({ polledUntil }) => polledUntil],
  ["kind", "text", (_, { kind }) => kind],
  ["at", "timestamptz", (_, { at }) => at],
  ["detail", "jsonb", (_, { detail }) => JSON.stringify(detail ?? {})],
];

const SAVE_MOVE = prepared(`with moved as (
   update payments p set status = $3, completed_at = $4, gateway_transaction_id = $5, watched_until = $6
   where merchant_id = $1 and id = $2
   returning ${RETURNED}, $7::text as kind, $8::timestamptz as at, $9::jsonb as detail),
 ${WITH_THE_MOVE},
 ${webhookFanOut("moved", webhookParameters(MOVED.length))}
 select count(*) as webhooks from webhooks`);

/**
 * Saves a status change, and until when the payment is polled, with its event and its webhooks. The caller holds the row lock, so
 * `payment` is the complete new record. `origin`: the request that moves it.
 */
export async function savePaymentMove(
  db: Db,
  payment: Payment,
  event: MoveEvent,
  origin: JobOrigin = jobOrigin(),
): Promise<void> {
  if (await isDistributed(db)) return savePaymentMoveInParts(db, payment, event, origin);
  const values = [
    ...MOVED.map(([, , value]) => value(payment, event)),
    ...webhookFanOutValues(paymentWebhook(payment), origin),
  ];
  const { rows } = await db.query<{ webhooks: bigint }>({ ...SAVE_MOVE, values });
  if (rows[0]?.webhooks !== 0n) webhooksAreDue(db);
}

const MANY = [...MOVED, ...WEBHOOK_COLUMNS];

const SAVE_MOVES = prepared(`with moves as materialized (
   select * from unnest(${MANY.map(([, type], index) => `$${index + 1}::${type}[]`).join(", ")})
     as moves (${MANY.map(([column]) => column).join(", ")})),
 moved as (
   update payments p set status = m.status, completed_at = m.completed_at, gateway_transaction_id = m.gateway_transaction_id,
     watched_until = m.watched_until
   from moves m where p.merchant_id = m.merchant_id and p.id = m.id
   returning ${RETURNED}, m.kind, m.at, m.detail, m.event, m.sequence, m.occurred_at, m.body, m.origin),
 ${WITH_THE_MOVE},
 ${webhookFanOut("moved", WEBHOOK_OF_ROW)}
 select count(*) as webhooks from webhooks`);

/**
 * Saves several status changes by one statement, as `savePaymentMove` saves each. `origin`: the request that moves it.
 * The caller holds the row locks.
 */
export async function savePaymentMoves(
  db: Db,
  moves: readonly { payment: Payment; event: MoveEvent; origin: JobOrigin }[],
): Promise<void> {
  const webhooks = moves.map(({ payment, origin }) => webhookFanOutValues(paymentWebhook(payment), origin));
  const values = [
    ...MOVED.map(([, , value]) => moves.map(({ payment, event }) => value(payment, event))),
    ...WEBHOOK_COLUMNS.map((_, index) => webhooks.map((webhook) => webhook[index])),
  ];
  const { rows } = await db.query<{ webhooks: bigint }>({ ...SAVE_MOVES, values });
  if (rows[0]?.webhooks !== 0n) webhooksAreDue(db);
}
