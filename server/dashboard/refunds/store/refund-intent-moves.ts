import type { RefundFailureView } from "@/lib/refunds/refund-failure";
import type { RefundStatus } from "@/lib/contract/statuses";
import { checkedOnRow } from "@/server/platform/checked-on-row";
import { type Db, prepared } from "@/server/platform/pool";
import { jobOrigin } from "@/server/platform/run-job";
import type { IntentResponse } from "../domain/refund-intent";

/**
 * The state changes of an intent. Each is one conditional update that returns whether it happened, so that of two
 * concurrent callers exactly one succeeds: RECORDED → SENDING | NOT_SENT; SENDING → UNKNOWN; SENDING | UNKNOWN →
 * ACCEPTED | REFUSED | NOT_SENT; REFUSED | NOT_SENT → ACCEPTED, when the service has accepted it after all.
 */

const START_SENDING = prepared(
  `update refund_intents set state = 'SENDING', sent_at = $2, last_step_at = now() where id = $1 and ${checkedOnRow("state = 'RECORDED'")}`,
);

/** Claims the right to send. On false the caller must not send: another process does, or the intent was given up. */
export async function startSending(db: Db, intentId: string, sentAt: Date): Promise<boolean> {
  const { rowCount } = await db.query({ ...START_SENDING, values: [intentId, sentAt] });
  return rowCount === 1;
}

/** Gives up an intent that no process began to send; from here on none can. */
export async function giveUpRecorded(db: Db, intentId: string, at: Date): Promise<boolean> {
  const { rowCount } = await db.query(
    `update refund_intents set state = 'NOT_SENT', answered_at = $2, service_error = 'unavailable', due_at = null
     where id = $1 and ${checkedOnRow("state = 'RECORDED'")}`,
    [intentId, at],
  );
  return rowCount === 1;
}

/** From then on it is looked for after `dueInMs`. */
export async function markUnknown(db: Db, intentId: string, dueInMs: number): Promise<boolean> {
  const { rowCount } = await db.query(
    `update refund_intents set state = 'UNKNOWN', due_at = now() + $2::float8 * interval '1 millisecond', origin = $3 where id = $1 and ${checkedOnRow("state = 'SENDING'")}`,
    [intentId, dueInMs, jobOrigin()],
  );
  return rowCount === 1;
}

const SETTLE_INTENT = prepared(`update refund_intents
     set state = $2, answered_at = $3, message = $4, told_remaining_paise = $5, service_error = $6, retry_after_seconds = $7,
       refund_id = $8, refund_status = $9, counted_at = case when $2 = 'ACCEPTED' then clock_timestamp() end,
       was_unknown = state = 'UNKNOWN', due_at = null
     where id = $1 and ${checkedOnRow("state in ('SENDING', 'UNKNOWN')")}`);

/** Stores the outcome of a call that was sent. */
export async function resolveIntent(
  db: Db,
  intentId: string,
  response: IntentResponse,
  at: Date,
): Promise<boolean> {
  const isRefused = response.state === "REFUSED";
  const isNotSent = response.state === "NOT_SENT";
  const isAccepted = response.state === "ACCEPTED";
  const { rowCount } = await db.query({
    ...SETTLE_INTENT,
    values: [
      intentId,
      response.state,
      at,
      isRefused ? response.message : null,
      isRefused ? response.reportedRemainingPaise : null,
      isNotSent ? response.serviceError.kind : null,
      isNotSent && response.serviceError.kind === "busy" ? response.serviceError.retryAfterSeconds : null,
      isAccepted ? response.refundId : null,
      isAccepted ? response.refundStatus : null,
    ],
  });
  return rowCount === 1;
}

/** A process was suspended during its call, and the outcome was decided meanwhile. What the service has accepted is true. */
export async function acceptAfterAll(
  db: Db,
  intentId: string,
  response: Extract<IntentResponse, { state: "ACCEPTED" }>,
  at: Date,
): Promise<boolean> {
  const { rowCount } = await db.query(
    `update refund_intents
     set state = 'ACCEPTED', answered_at = $2, message = null, told_remaining_paise = null, service_error = null,
       retry_after_seconds = null, refund_id = $3, refund_status = $4, counted_at = clock_timestamp()
     where id = $1 and ${checkedOnRow("state in ('REFUSED', 'NOT_SENT')")}`,
    [intentId, at, response.refundId, response.refundStatus],
  );
  return rowCount === 1;
}

const RECORD_REFUND_STATUS = prepared(`update refund_intents
     set refund_status = $3, gateway_refund_id = $4, completed_at = $5, last_checked_at = $6
     where service_address = $1 and refund_id = $2
       and ${checkedOnRow("completed_at is null and ($5::timestamptz is not null or last_checked_at is null or last_checked_at <= $6)")}`);

/**
 * Records a refund's last known status. A final one never changes (decision 0034) and is recorded whatever the clock
 * says, because no later poll would repeat it; any other may be replaced by a newer one.
 */
export async function recordRefundStatus(
  db: Db,
  refund: {
    serviceAddress: string;
    refundId: string;
    status: RefundStatus;
    gatewayRefundId: string | null;
    completedAt: Date | null;
    checkedAt: Date;
  },
): Promise<void> {
  await db.query({
    ...RECORD_REFUND_STATUS,
    values: [
      refund.serviceAddress,
      refund.refundId,
      refund.status,
      refund.gatewayRefundId,
      refund.completedAt,
      refund.checkedAt,
    ],
  });
}

const RECORD_LATE_SUCCESS =
  prepared(`update refund_intents set late_success_seen_at = $3, counted_at = clock_timestamp()
     where service_address = $1 and refund_id = any($2::text[])
       and ${checkedOnRow("state = 'ACCEPTED' and refund_status = 'FAILURE' and late_success_seen_at is null")}`);

/** Records that failed refunds were paid late (decision 0213): the status stays, the amount counts as refunded. */
export async function recordLateSuccess(
  db: Db,
  late: { serviceAddress: string; refundIds: readonly string[]; at: Date },
): Promise<void> {
  await db.query({ ...RECORD_LATE_SUCCESS, values: [late.serviceAddress, late.refundIds, late.at] });
}

const RECORD_FAILURE = prepared(`update refund_intents set failure_reason = $3, failure_message = $4
     where service_address = $1 and refund_id = $2 and ${checkedOnRow("failure_reason is null")}`);

/** Records why a refund failed. Nothing happens for one that was made outside the dashboard. */
export async function recordRefundFailure(
  db: Db,
  {
    serviceAddress,
    refundId,
    failure,
  }: { serviceAddress: string; refundId: string; failure: RefundFailureView },
): Promise<void> {
  await db.query({ ...RECORD_FAILURE, values: [serviceAddress, refundId, failure.reason, failure.message] });
}
