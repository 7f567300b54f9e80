import { isTerminalRefund } from "@/lib/contract/statuses";
import type { RefundRecord } from "@/lib/contract/responses";
import type { RefundFetchError } from "@/lib/refunds/refund-view";
import { inTransaction } from "@/server/platform/transaction";
import {
  CLOCKS_DIFFER_MS,
  nextCheckDelayMs,
  SHORTEST_CHECK_MS,
  type TrackedRefund,
} from "../domain/refund-schedule";
import { afterTimeout } from "../../jobs/call-times";
import { serviceErrorOf, type CallResult } from "../../routing-client/call-result";
import { noteRefundedRow } from "../../bulk/store";
import type { Services } from "../../runtime";
import { clearLateRefund } from "../store/late-refunds";
import { notifyRefundFailed } from "../store/notify-refund";
import { recordLateSuccess, recordRefundStatus } from "../store/refund-intent-moves";
import { claimCheck, type RefundAtService, storeCheck } from "../store/tracked-refunds";
import { countPolled, currencyOfPayment } from "../../payments";
import { readRefundFailure } from "./read-refund-failure";

/**
 * Fetches a polled refund from the service and stores the result, on its intent too. Among concurrent callers in all
 * processes one calls the service; the others read the result from the table. `isWanted` polls even if it is not due,
 * within the shortest interval. Returns whether this call polled.
 */
export async function checkRefund(
  services: Services,
  of: RefundAtService,
  options: { isWanted: boolean },
): Promise<boolean> {
  const { routing, pool, clock } = services;
  if (of.serviceAddress !== routing.serviceAddress) return false;
  const startedAt = clock.now();
  const claimed = await claimCheck(pool, of, {
    at: startedAt,
    forMs: afterTimeout(routing.timeoutMs),
    isWanted: options.isWanted,
    notPolledSince: new Date(startedAt.getTime() - SHORTEST_CHECK_MS),
    notPolledAfter: new Date(startedAt.getTime() + CLOCKS_DIFFER_MS),
  });
  if (claimed === null) return false;

  const response = await routing.refundStatus(of.refundId);
  const record = response.kind === "answered" ? response.value : null;
  const currency = claimed.currency ?? (record === null ? null : await currencyOfPayment(services, record));
  const completedAt = record === null ? null : completionOf(record);
  const isOver = completedAt !== null || claimed.completedAt !== null;
  const followed = isOver ? 0 : await countPolled(pool, clock.now());
  await inTransaction(pool, async (db) => {
    const at = clock.now();
    const serviceError = response.kind === "answered" ? null : refundFetchErrorOf(response);
    const delayMs = nextDelayMs(claimed, at, followed, serviceError);
    const isOurs = await storeCheck(db, of, {
      claimedUntil: claimed.askingUntil,
      at,
      seen:
        record === null
          ? null
          : { status: record.refund_status, gatewayRefundId: record.gateway_refund_id, completedAt },
      currency,
      serviceError,
      nextCheckAt: isOver ? null : new Date(at.getTime() + delayMs),
      dueInMs: isOver ? null : delayMs,
    });
    if (!isOurs) return;
    await Promise.all([
      record !== null &&
        recordRefundStatus(db, {
          ...of,
          status: record.refund_status,
          gatewayRefundId: record.gateway_refund_id,
          completedAt,
          checkedAt: at,
        }),
      record !== null &&
        (claimed.status === "FAILURE" || record.refund_status === "FAILURE") &&
        isPaidAfterFailure(record) &&
        recordLateSuccess(db, { serviceAddress: of.serviceAddress, refundIds: [of.refundId], at }),
      completedAt !== null &&
        claimed.completedAt === null &&
        record?.refund_status === "FAILURE" &&
        notifyRefundFailed(db, of, at),
    ]);
    if (completedAt !== null && claimed.completedAt === null) await clearLateRefund(db, of, at);
  });
  if (record !== null && isPaidAfterFailure(record)) await noteRefundedRow(pool, of);
  if (record?.refund_status === "FAILURE" && claimed.completedAt === null)
    await readRefundFailure(services, { ...of, transactionId: record.transaction_id, hasFailed: true });
  return true;
}

/** The completion time of a refund with a final status, else null (specification 2.2). */
export function completionOf(refund: RefundRecord): Date | null {
  if (!isTerminalRefund(refund.refund_status) || refund.refund_completed_at === null) return null;
  return new Date(refund.refund_completed_at);
}

/**
 * Whether the money of a refund that was seen as failed has left after all. A service that replaces the failure by
 * SUCCESS, against the specification, says the same: the status stays FAILURE here (decisions 0034 and 0213).
 */
export function isPaidAfterFailure(refund: RefundRecord): boolean {
  return refund.refund_succeeded_late_at !== undefined || refund.refund_status === "SUCCESS";
}

/** Why a polled refund could not be fetched; `not_found` when the service has no such refund. */
export function refundFetchErrorOf(
  response: Exclude<CallResult<unknown>, { kind: "answered" }>,
): RefundFetchError {
  if (response.kind === "refused" && response.refusal.kind === "not_found") return { kind: "not_found" };
  return serviceErrorOf(response);
}

function nextDelayMs(
  refund: TrackedRefund,
  at: Date,
  followed: number,
  serviceError: RefundFetchError | null,
): number {
  const delayMs = nextCheckDelayMs({
    ageMs: at.getTime() - refund.requestedAt.getTime(),
    isWatched: refund.watchedUntil !== null && refund.watchedUntil > at,
    pending: followed,
  });
  return serviceError?.kind === "busy" ? Math.max(delayMs, serviceError.retryAfterSeconds * 1_000) : delayMs;
}
