import { dueIntents } from "../../jobs/due-tables";
import type { RefundIntent } from "../domain/refund-intent";
import { checkedOnRow } from "@/server/platform/checked-on-row";
import { type Db, prepared } from "@/server/platform/pool";
import { jobOrigin } from "@/server/platform/run-job";

export const INTENT_COLUMNS = `
  i.id, i.transaction_id as "transactionId", i.reference, i.service_address as "serviceAddress",
  i.amount_paise as "amountPaise", i.currency, i.reason, i.reason_code as "reasonCode", i.requested_by as "requestedById",
  p.name as "requestedByName", i.requested_at as "requestedAt", i.approval_id as "approvalId", i.state, i.sent_at as "sentAt",
  (extract(epoch from now() - i.first_step_at) * 1000)::float8 as "sinceFirstStepMs",
  (extract(epoch from now() - i.last_step_at) * 1000)::float8 as "sinceLastStepMs",
  i.answered_at as "answeredAt", (extract(epoch from i.first_step_at) * 1000)::float8 as "recordedAtMs",
  (extract(epoch from coalesce(i.counted_at, greatest(i.answered_at, i.late_success_seen_at))) * 1000)::float8 as "countedAtMs",
  i.message, i.told_remaining_paise as "reportedRemainingPaise", i.service_error as "serviceError",
  i.retry_after_seconds as "retryAfterSeconds", i.refund_id as "refundId", i.refund_status as "refundStatus",
  i.completed_at as "completedAt", i.late_success_seen_at as "lateSuccessSeenAt",
  i.failure_reason as "failureReason", i.failure_message as "failureMessage", i.is_test as "isTest"`;
export const INTENT_FROM = "from refund_intents i join people p on p.id = i.requested_by";

const FIND_INTENT = prepared(`select ${INTENT_COLUMNS} ${INTENT_FROM} where i.id = $1`);

export async function findIntent(db: Db, intentId: string): Promise<RefundIntent | null> {
  const { rows } = await db.query<RefundIntent>({ ...FIND_INTENT, values: [intentId] });
  return rows[0] ?? null;
}

const FIND_INTENT_BY_REFUND = prepared(
  `select ${INTENT_COLUMNS} ${INTENT_FROM} where i.service_address = $1 and i.refund_id = $2`,
);

export async function findIntentByRefund(
  db: Db,
  serviceAddress: string,
  refundId: string,
): Promise<RefundIntent | null> {
  const { rows } = await db.query<RefundIntent>({
    ...FIND_INTENT_BY_REFUND,
    values: [serviceAddress, refundId],
  });
  return rows[0] ?? null;
}

const LIST_INTENTS_OF_PAYMENT = prepared(`select ${INTENT_COLUMNS} ${INTENT_FROM}
     where i.transaction_id = $1 and i.state not in ('REFUSED', 'NOT_SENT') order by i.requested_at, i.id`);

/** The refunds of a payment made here that may matter for its balance: all but those that never happened. */
export async function listIntentsOfPayment(db: Db, transactionId: string): Promise<RefundIntent[]> {
  const { rows } = await db.query<RefundIntent>({ ...LIST_INTENTS_OF_PAYMENT, values: [transactionId] });
  return rows;
}

export type IntentPosition = { requestedAt: Date; id: string };

/** Has the outcome of every open intent looked for now, also after a worker that has it: what stood in the way may be gone. */
export async function askForOpenIntents(db: Db): Promise<void> {
  await db.query(
    `update refund_intents set due_at = now() where id in (
       select id from refund_intents where state in ('RECORDED', 'SENDING', 'UNKNOWN') order by id for update)`,
  );
  dueIntents.areDue(db);
}

/** Intents of these payments without an outcome, oldest first. */
export async function listOpenIntentsOf(db: Db, transactionIds: readonly string[]): Promise<RefundIntent[]> {
  if (transactionIds.length === 0) return [];
  const { rows } = await db.query<RefundIntent>(
    `select ${INTENT_COLUMNS} ${INTENT_FROM}
     where i.transaction_id = any($1::text[]) and i.state in ('RECORDED', 'SENDING', 'UNKNOWN')
     order by i.requested_at, i.id`,
    [transactionIds],
  );
  return rows;
}

/** Counts up to `limit`. */
export async function countUnknownIntents(db: Db, limit: number): Promise<number> {
  const { rows } = await db.query<{ found: number }>(
    `select count(*)::int as found from (select 1 from refund_intents where state = 'UNKNOWN' limit $1) t`,
    [limit],
  );
  return rows[0]?.found ?? 0;
}

export type NewIntent = Pick<
  RefundIntent,
  | "id"
  | "transactionId"
  | "reference"
  | "serviceAddress"
  | "amountPaise"
  | "currency"
  | "isTest"
  | "reason"
  | "reasonCode"
  | "requestedById"
  | "requestedAt"
  | "approvalId"
> & {
  /** Where the payment was made; null when the service did not say. */
  gateway: string | null;
  /** The intents of the refunds that a person has confirmed as separate. */
  separateFrom: readonly string[];
};

const INSERT_INTENT =
  prepared(`insert into refund_intents (id, transaction_id, reference, service_address, amount_paise, currency, reason,
       requested_by, requested_at, approval_id, is_test, separate_from, reason_code, gateway, state, first_step_at, last_step_at, due_at, origin)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, 'RECORDED', now(), now(),
       now() + $15::float8 * interval '1 millisecond', $16) on conflict (id) do nothing`);

/**
 * Stores an intent as RECORDED, whose outcome is found out in `dueInMs` if its process does not store one; false when its id is
 * in use. The caller holds the payment's ledger lock.
 */
export async function insertIntent(db: Db, intent: NewIntent, dueInMs: number): Promise<boolean> {
  const { rowCount } = await db.query({
    ...INSERT_INTENT,
    values: [
      intent.id,
      intent.transactionId,
      intent.reference,
      intent.serviceAddress,
      intent.amountPaise,
      intent.currency,
      intent.reason,
      intent.requestedById,
      intent.requestedAt,
      intent.approvalId,
      intent.isTest,
      intent.separateFrom,
      intent.reasonCode,
      intent.gateway,
      dueInMs,
      jobOrigin(),
    ],
  });
  return rowCount === 1;
}

/** Makes an intent that certainly was not sent RECORDED again, else returns false. The caller holds the ledger lock. */
export async function reopenIntent(db: Db, intent: NewIntent, dueInMs: number): Promise<boolean> {
  const { rowCount } = await db.query(
    `update refund_intents
     set state = 'RECORDED', requested_by = $2, requested_at = $3, approval_id = $4, first_step_at = now(), last_step_at = now(),
       due_at = now() + $5::float8 * interval '1 millisecond', origin = $6, sent_at = null, answered_at = null, message = null, service_error = null, retry_after_seconds = null
     where id = $1 and ${checkedOnRow("state = 'NOT_SENT'")}`,
    [intent.id, intent.requestedById, intent.requestedAt, intent.approvalId, dueInMs, jobOrigin()],
  );
  return rowCount === 1;
}

/** Refunds that are read for the payments of those before one: many may be of one payment. */
const REFUNDS_READ = 50;

/** The payments that were last refunded here at the service before a refund, nearest first, and without its own. */
export async function paymentsRefundedBefore(
  db: Db,
  { serviceAddress, requestedAt, transactionId }: RefundIntent,
  limit: number,
): Promise<{ reference: string; transactionId: string }[]> {
  const { rows } = await db.query<{ reference: string; transactionId: string }>(
    `select reference, transaction_id as "transactionId" from (
       select reference, transaction_id, requested_at from refund_intents
       where service_address = $1 and requested_at < $2 and ${checkedOnRow("state = 'ACCEPTED'")}
       order by requested_at desc limit ${REFUNDS_READ}) as before
     where transaction_id <> $3 group by 1, 2 order by max(requested_at) desc limit $4`,
    [serviceAddress, requestedAt, transactionId, limit],
  );
  return rows;
}

/** The payments of the newest refunds at a service. */
export async function newestPayments(
  db: Db,
  serviceAddress: string,
  limit: number,
): Promise<{ reference: string; transactionId: string }[]> {
  const { rows } = await db.query<{ reference: string; transactionId: string }>(
    `select reference, transaction_id as "transactionId" from refund_intents
     where service_address = $1 order by requested_at desc limit $2`,
    [serviceAddress, limit],
  );
  return rows;
}
