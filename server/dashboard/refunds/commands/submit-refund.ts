import { formatPaise } from "@/lib/money";
import type { RefundOutcome } from "@/lib/refunds/refund-form-view";
import { areRefundsHeld } from "@/server/platform/refund-hold";
import type { Ctx } from "../../context";
import { findRunsOfRows } from "../../bulk/store";
import { presentIntent } from "../domain/refund-intent";
import { recordLateRefunds } from "../queries/record-late-refunds";
import { readRefundable } from "../queries/read-refundable";
import { listIntentsOfPayment } from "../store/refund-intents";
import type { RefundSubmission } from "./refund-request";
import { type SubmitOptions, reserveRefund } from "./reserve-refund";
import { sendRefundIntent } from "./send-refund-intent";
import { notTheSame, earlierOutcome } from "./earlier-outcome";

/**
 * Makes a refund, for a form and for a row of a bulk run: reads the payment's state at the service, decides under a
 * lock, calls, and stores the response. If the process dies in between, `resolve-refund-intent` finds the intent. The
 * caller has checked the permission of `ctx.actor`.
 *
 * `again: "not_sent"` lets an intent that certainly was not sent be sent after all, under the same id and so the same
 * Idempotency-Key: a row that a busy service refused. A form never does this; it gets a new id.
 *
 * Above the threshold the refund becomes a request: `awaiting_approval`. A row of a run that was approved as a whole
 * names that approval and is not evaluated again; the caller has seen that it is APPROVED and belongs to this run.
 */
export async function submitRefund(
  ctx: Ctx,
  request: RefundSubmission,
  options: SubmitOptions = {},
): Promise<RefundOutcome> {
  const earlier = options.isNew === true ? null : await earlierOutcome(ctx, request, options);
  if (earlier !== null) return earlier;

  const { transactionId, amountPaise } = request;
  const isSingle = options.ofRun === undefined;
  const [reading, intents, isHeld, rows] = await Promise.all([
    readRefundable(ctx, request),
    isSingle ? listIntentsOfPayment(ctx.pool, transactionId) : [],
    isSingle && areRefundsHeld(ctx.pool),
    isSingle ? findRunsOfRows(ctx.pool, [request.intentId]) : new Map(),
  ]);
  // Under the id of a row only its run refunds: the row could not be sent any more.
  if (rows.size > 0) return notTheSame();
  // The claim of a run's row has checked this; before the call it is checked once more (decision 0237).
  if (isHeld) return { kind: "on_hold" };
  switch (reading.kind) {
    case "not_refundable":
      return { kind: "not_refundable", status: reading.status };
    case "trouble":
      return { kind: "not_sent", trouble: reading.trouble };
    case "refundable":
      break;
  }

  // A row of a run was compared with refunds paid late when the run was checked.
  // The refund with which a request was accepted before may have had another amount.
  const isOfRequest = (request.acceptsRequest ?? null) !== null;
  const late = await recordLateRefunds(ctx, {
    transactionId,
    amountPaise: isOfRequest ? null : amountPaise,
    intents,
  });
  if (late.kind === "trouble") return { kind: "not_sent", trouble: late.trouble };

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
    case "approval_not_needed":
    case "own_request":
    case "request_missing":
      return { kind: reservation.kind };
    case "request_closed":
      return reservation;
    case "blocked":
      return { kind: "blocked", blockedBy: presentIntent(reservation.by) };
    case "repeats":
      return { kind: "blocked", blockedBy: presentIntent(reservation.refund) };
    case "exceeds":
      return {
        kind: "exceeds_balance",
        left: formatPaise(reservation.leftPaise),
        currency: reading.currency,
      };
    case "above_limit":
      return { kind: "above_limit", currency: reading.currency, ...reservation.own };
    case "likely_duplicate":
      return {
        kind: "likely_duplicate",
        amount: formatPaise(amountPaise),
        currency: reading.currency,
        duplicates: reservation.duplicates,
      };
    case "reserved":
      return sendRefundIntent(ctx, reservation.intent, options);
  }
}
