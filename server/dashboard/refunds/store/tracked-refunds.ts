import type { RefundStatus } from "@/lib/contract/statuses";
import type { RefundFetchError } from "@/lib/refunds/refund-view";
import { checkedOnRow } from "@/server/platform/checked-on-row";
import { type Db, prepared } from "@/server/platform/pool";
import { jobOrigin } from "@/server/platform/run-job";
import type { TrackedRefund } from "../domain/refund-schedule";

export type RefundAtService = { serviceAddress: string; refundId: string };

const COLUMNS = `
  t.service_address as "serviceAddress", t.refund_id as "refundId", t.transaction_id as "transactionId", t.reference,
  t.amount_paise as "amountPaise", t.currency, t.reason, t.status, t.gateway_refund_id as "gatewayRefundId",
  t.requested_at as "requestedAt", t.completed_at as "completedAt", t.is_made_here as "isMadeHere",
  t.checked_at as "checkedAt", t.asked_at as "fetchedAt", t.asking_until as "askingUntil",
  (extract(epoch from t.asking_until - now()) * 1000)::float8 as "claimLeftMs",
  t.next_check_at as "nextCheckAt", t.watched_until as "watchedUntil", t.service_error as "serviceError",
  t.retry_after_seconds as "retryAfterSeconds", t.is_test as "isTest", p.name as "requestedByName",
  i.late_success_seen_at is not null as "wasPaidLate"`;
const AND_REQUESTER = `left join refund_intents i on i.service_address = t.service_address and i.refund_id = t.refund_id
  left join people p on p.id = i.requested_by`;
const FROM = `from tracked_refunds t ${AND_REQUESTER}`;

const FIND_TRACKED = prepared(`select ${COLUMNS} ${FROM} where t.service_address = $1 and t.refund_id = $2`);

export async function findTracked(db: Db, of: RefundAtService): Promise<TrackedRefund | null> {
  const { rows } = await db.query<TrackedRefund>({
    ...FIND_TRACKED,
    values: [of.serviceAddress, of.refundId],
  });
  return rows[0] ?? null;
}

type NewTracked = Omit<
  TrackedRefund,
  | "fetchedAt"
  | "askingUntil"
  | "claimLeftMs"
  | "watchedUntil"
  | "serviceError"
  | "retryAfterSeconds"
  | "requestedByName"
  | "wasPaidLate"
> & {
  /** When a worker polls it, in milliseconds; null for one that has ended. */
  dueInMs: number | null;
};

const INSERT_TRACKED =
  prepared(`insert into tracked_refunds (service_address, refund_id, transaction_id, reference, amount_paise, currency, reason,
       status, gateway_refund_id, requested_at, completed_at, is_made_here, checked_at, asked_at, next_check_at, is_test, due_at, origin)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $13, $14, $15,
       now() + $16::float8 * interval '1 millisecond', $17)
     on conflict (service_address, refund_id) do update
       set is_made_here = tracked_refunds.is_made_here or excluded.is_made_here,
         currency = coalesce(tracked_refunds.currency, excluded.currency)
     returning status, gateway_refund_id as "gatewayRefundId", completed_at as "completedAt", checked_at as "checkedAt"`);

type TrackedStatus = Pick<TrackedRefund, "status" | "gatewayRefundId" | "completedAt" | "checkedAt">;

/**
 * Starts polling a refund; one that is polled already, because it was opened by its id, is now marked as made here.
 * Returns the status of the stored row: that of an earlier row may be final, and then no worker reads it again.
 */
export async function insertTracked(db: Db, refund: NewTracked): Promise<TrackedStatus> {
  const { rows } = await db.query<TrackedStatus>({
    ...INSERT_TRACKED,
    values: [
      refund.serviceAddress,
      refund.refundId,
      refund.transactionId,
      refund.reference,
      refund.amountPaise,
      refund.currency,
      refund.reason,
      refund.status,
      refund.gatewayRefundId,
      refund.requestedAt,
      refund.completedAt,
      refund.isMadeHere,
      refund.checkedAt,
      refund.nextCheckAt,
      refund.isTest,
      refund.dueInMs,
      jobOrigin(),
    ],
  });
  if (rows[0] === undefined) throw new Error("a tracked refund was neither inserted nor updated");
  return rows[0];
}

type ClaimedRefund = TrackedRefund & { askingUntil: Date };

const CLAIM_CHECK = prepared(`with t as (
     update tracked_refunds set asking_until = now() + $4::float8 * interval '1 millisecond'
     where service_address = $1 and refund_id = $2
       and (asking_until is null or asking_until <= now()
         or asking_until > now() + $4::float8 * interval '1 millisecond' + interval '1 minute')
       and (next_check_at <= $3 or (next_check_at is not null and asked_at > $7) or ($5 and asked_at <= $6)) returning *)
   select ${COLUMNS} from t ${AND_REQUESTER}`);

/**
 * Claims the right to poll a refund at the service for `forMs`, by the database's clock, until its `askingUntil`; null
 * when it is claimed already or not due. With `isWanted` it need not be due, but must not have been polled since
 * `notPolledSince`. One that is not final and was last polled after `notPolledAfter` is due: the clock was set back.
 * A claim that is longer than any was made before a clock was set back, and has expired. The minute
 * is for concurrent callers: the time of a statement is that of its start, before it waits for the row.
 */
export async function claimCheck(
  db: Db,
  of: RefundAtService,
  claim: { at: Date; forMs: number; isWanted: boolean; notPolledSince: Date; notPolledAfter: Date },
): Promise<ClaimedRefund | null> {
  const { rows } = await db.query<ClaimedRefund>({
    ...CLAIM_CHECK,
    values: [
      of.serviceAddress,
      of.refundId,
      claim.at,
      claim.forMs,
      claim.isWanted,
      claim.notPolledSince,
      claim.notPolledAfter,
    ],
  });
  return rows[0] ?? null;
}

const STORE_CHECK = prepared(`update tracked_refunds
     set asking_until = null, asked_at = $4, service_error = $5, retry_after_seconds = $6,
       currency = coalesce(currency, $7),
       checked_at = case when $8::text is null then checked_at else $4 end,
       status = case when completed_at is null then coalesce($8, status) else status end,
       gateway_refund_id = case when completed_at is null then coalesce($9, gateway_refund_id)
         else gateway_refund_id end,
       completed_at = coalesce(completed_at, $10),
       next_check_at = case when completed_at is null then $11::timestamptz end,
       due_at = case when completed_at is null then now() + $12::float8 * interval '1 millisecond' end
     where service_address = $1 and refund_id = $2 and asking_until = $3`);

/** Ends a claim with the service's response; false when the claim had expired and another caller holds it now. */
export async function storeCheck(
  db: Db,
  of: RefundAtService,
  check: {
    claimedUntil: Date;
    at: Date;
    /** Null when there was no usable response. */
    seen: { status: RefundStatus; gatewayRefundId: string | null; completedAt: Date | null } | null;
    currency: string | null;
    serviceError: RefundFetchError | null;
    nextCheckAt: Date | null;
    /** As `nextCheckAt`, in milliseconds from now. */
    dueInMs: number | null;
  },
): Promise<boolean> {
  const { seen, serviceError } = check;
  // A final status never changes (decision 0034): of a later poll only the time is stored.
  const { rowCount } = await db.query({
    ...STORE_CHECK,
    values: [
      of.serviceAddress,
      of.refundId,
      check.claimedUntil,
      check.at,
      serviceError?.kind ?? null,
      serviceError?.kind === "busy" ? serviceError.retryAfterSeconds : null,
      check.currency,
      seen?.status ?? null,
      seen?.gatewayRefundId ?? null,
      seen?.completedAt ?? null,
      check.nextCheckAt,
      check.dueInMs,
    ],
  });
  return rowCount === 1;
}

const RECORD_VIEWED = prepared(`update tracked_refunds
     set watched_until = $4,
       next_check_at = case when retry_after_seconds is null then least(next_check_at, $5) else next_check_at end
     where service_address = $1 and refund_id = $2
       and ${checkedOnRow("completed_at is null and (watched_until is null or watched_until < $3)")}`);

/** Records a viewer of the refund, which makes its next poll earlier. A pause requested by the service is kept. */
export async function recordViewed(
  db: Db,
  of: RefundAtService,
  watched: { at: Date; until: Date; nextCheckAt: Date },
): Promise<void> {
  await db.query({
    ...RECORD_VIEWED,
    values: [of.serviceAddress, of.refundId, watched.at, watched.until, watched.nextCheckAt],
  });
}

const COUNT_UNDER_WAY = prepared(
  `select count(*)::int as found from (select 1 from tracked_refunds where completed_at is null limit $1) t`,
);

/** The number of refunds being polled, counted up to `limit`. */
export async function countPending(db: Db, limit: number): Promise<number> {
  const { rows } = await db.query<{ found: number }>({ ...COUNT_UNDER_WAY, values: [limit] });
  return rows[0]?.found ?? 0;
}

/** The polled refunds made outside the dashboard: their number is limited, because any user can open an id. */
export async function countPendingOutside(db: Db, limit: number): Promise<number> {
  const { rows } = await db.query<{ found: number }>(
    `select count(*)::int as found from
       (select 1 from tracked_refunds where completed_at is null and not is_made_here limit $1) t`,
    [limit],
  );
  return rows[0]?.found ?? 0;
}

/** Deletes final refunds made outside the dashboard that no one has viewed since. */
export async function deleteFinalOutsideRefunds(db: Db, checkedBefore: Date): Promise<void> {
  await db.query(
    `delete from tracked_refunds where not is_made_here and completed_at is not null and checked_at < $1`,
    [checkedBefore],
  );
}
