import { formatPaise } from "@/lib/money";
import type { RefundOutcome } from "@/lib/refunds/refund-form-view";
import { areRefundsHeld } from "@/server/platform/refund-hold";
import type { Ctx } from "../../context";
import { findRunsOfRows } from "../../bulk/store";
import { presentWaiting } from "../../requests/domain";
import { presentIntent } from "../domain/refund-intent";
import { decideRefund } from "../queries/ask-about-failed-refunds";
import { presentOwnLimit } from "../queries/read-own-limit";
import { readRefundable } from "../queries/read-refundable";
import { invalid, type RefundSubmission } from "./refund-request";
import { type SubmitOptions, reserveRefund } from "./reserve-refund";
import { sendRefundIntent } from "./send-refund-intent";
import { notTheSame, earlierOutcome } from "./earlier-outcome";

/**
 * Of a row of a run, of which nothing was stored. `needs_approval`: nobody approved the run, and the row is above a threshold;
 * `other_currency`: that of the payment, which is another one than when the row was checked.
 */
type SubmitOutcome =
  | RefundOutcome
  | { kind: "needs_approval" }
  | { kind: "other_currency"; currency: string };

/**
 * Makes a refund, for a form and for a row of a bulk run: reads the payment's state at the service, decides under a
 * lock, calls, and stores the response. If the process dies in between, `resolve-refund-intent` finds the intent. The
 * caller has checked the permission of `ctx.actor`.
 *
 * `again: "not_sent"` lets an intent that certainly was not sent be sent after all, under the same id and so the same
 * Idempotency-Key: a row that a busy service refused. A form never does this; it gets a new id.
 *
 * Above the threshold the refund of a form becomes a request: `awaiting_approval`. A row of a run that was approved as a whole
 * names that approval, and no threshold applies; the caller has seen that it is APPROVED and belongs to this run.
 */
export async function submitRefund(
  ctx: Ctx,
  request: RefundSubmission,
  options: SubmitOptions = {},
): Promise<SubmitOutcome> {
  const earlier = options.isNew === true ? null : await earlierOutcome(ctx, request, options);
  if (earlier !== null) return earlier;

  if (options.ofRun === undefined) {
    const [isHeld, rows] = await Promise.all([
      areRefundsHeld(ctx.pool),
      findRunsOfRows(ctx.pool, [request.intentId]),
    ]);
    // Only a row's run refunds under the row's id: otherwise the row could no longer be sent.
    if (rows.size > 0) return notTheSame();
    // The claim of a run's row has checked this; before the call it is checked once more (decision 0237).
    if (isHeld) return { kind: "on_hold" };
  }
  const outcome = await decideRefund<SubmitOutcome>(ctx, request.transactionId, (asked) =>
    place(ctx, request, { ...options, asked }),
  );
  return outcome.kind === "service_error"
    ? { kind: "not_sent", serviceError: outcome.serviceError }
    : outcome;
}

/** Reads the payment, decides, and sends what was allowed. */
async function place(
  ctx: Ctx,
  request: RefundSubmission,
  options: SubmitOptions,
): Promise<SubmitOutcome | { kind: "unasked" }> {
  const reading = await readRefundable(ctx, request);
  switch (reading.kind) {
    case "not_refundable":
      return { kind: "not_refundable", status: reading.status };
    case "service_error":
      return { kind: "not_sent", serviceError: reading.serviceError };
    case "refundable":
      break;
  }
  const { currency } = reading;
  if (options.ofRun !== undefined && options.ofRun.currency !== currency)
    return { kind: "other_currency", currency };
  const reservation = await reserveRefund(ctx, request, reading, options);
  switch (reservation.kind) {
    case "exists":
      return (await earlierOutcome(ctx, request, options)) ?? notTheSame();
    case "awaiting":
      return {
        kind: "awaiting_approval",
        approvalId: reservation.approvalId,
        expiresAt: reservation.expiresAt.toISOString(),
      };
    case "forbidden":
    case "unasked":
    case "needs_approval":
    case "approval_not_needed":
    case "own_request":
    case "request_missing":
      return { kind: reservation.kind };
    case "request_closed":
      return reservation;
    case "blocked":
      return { kind: "blocked", blockedBy: presentIntent(reservation.by) };
    case "exceeds":
      return { kind: "exceeds_balance", left: formatPaise(reservation.leftPaise), currency };
    case "no_decimals":
      return invalid({ field: "amount", fault: "no_decimals", currency }).error;
    case "above_limit":
      return { kind: "above_limit", currency, ...presentOwnLimit(reservation.own) };
    case "waiting_request":
      return {
        kind: reservation.kind,
        request: presentWaiting(reservation.request, ctx.actor.userId),
        currency,
      };
    case "likely_duplicate":
      return {
        kind: "likely_duplicate",
        amount: formatPaise(request.amountPaise),
        currency,
        duplicates: reservation.duplicates,
      };
    case "reserved":
      return sendRefundIntent(ctx, reservation.intent, options);
  }
}
