import { formatPaise } from "@/lib/money";
import type { RefundOutcome } from "@/lib/views";
import type { Ctx } from "../context";
import { refundTotal } from "../domain/approval";
import { presentIntent, type RefundIntent } from "../domain/refund-intent";
import { readRefundable } from "../queries/read-refundable";
import { findApproval } from "../store/approvals";
import { findEndedForm } from "../store/ended-forms";
import { findIntent } from "../store/refund-intents";
import { invalid, isSameRequest, type RefundRequest } from "./refund-request";
import { mayReopen, type PlaceOptions, reserveRefund } from "./reserve-refund";
import { sendRefundIntent, waitForIntent } from "./send-refund-intent";

/**
 * The one way from a refund that somebody may make to its call, for a form and for a row of a bulk run alike: the service's
 * present state, the decision under a lock, the call, its record. A process that dies in between leaves an intent that
 * `resolve-refund-intent` finds. The caller has checked the permission of `ctx.actor`.
 *
 * `again: "not_sent"` lets an intent that certainly was not sent be sent after all, under the same id and so the same
 * Idempotency-Key: a row that a busy service turned away. A form never does; it gets a new id.
 *
 * Above the approval threshold it is requested instead: `awaiting_approval`. A row of a bulk run that was approved as a
 * whole names that approval, and is not judged once more; the caller has seen that it is APPROVED and of this very run.
 */
export async function placeRefund(
  ctx: Ctx,
  request: RefundRequest,
  options: PlaceOptions = {},
): Promise<RefundOutcome> {
  const earlier = await outcomeOfEarlier(ctx, request, options);
  if (earlier !== null) return earlier;

  const reading = await readRefundable(ctx, request);
  switch (reading.kind) {
    case "not_refundable":
      return { kind: "not_refundable", status: reading.payment?.status ?? null };
    case "trouble":
      return { kind: "not_sent", trouble: reading.trouble };
    case "refundable":
      break;
  }

  const reservation = await reserveRefund(ctx, request, reading, options);
  switch (reservation.kind) {
    case "exists":
      return (await outcomeOfEarlier(ctx, request, options)) ?? notTheSame();
    case "awaiting":
      return {
        kind: "awaiting_approval",
        approvalId: reservation.approvalId,
        expiresAt: reservation.expiresAt.toISOString(),
      };
    case "blocked":
      return { kind: "blocked", blockedBy: presentIntent(reservation.by) };
    case "exceeds":
      return {
        kind: "exceeds_balance",
        left: formatPaise(reservation.leftPaise),
        currency: reading.payment.currency,
      };
    case "reserved":
      return sendRefundIntent(ctx, await mustFind(ctx, request.intentId));
  }
}

/**
 * The same form again gets the same outcome; a form with an id that stands for something else gets none. Null when its id
 * is new.
 */
async function outcomeOfEarlier(
  ctx: Ctx,
  request: RefundRequest,
  options: PlaceOptions,
): Promise<RefundOutcome | null> {
  const [intent, approval, ended] = await Promise.all([
    findIntent(ctx.pool, request.intentId),
    findApproval(ctx.pool, request.intentId),
    findEndedForm(ctx.pool, request.intentId),
  ]);
  // A form's end is not a row's: a bulk run sends what was not sent once more, under the same id.
  if (ended !== null && options.again === undefined)
    return isSameRequest(request, ctx.actor.userId, ended) ? ended.outcome : notTheSame();
  if (intent !== null && approval?.state !== "WAITING" && !mayReopen(intent, request, options)) {
    return isSameRequest(request, ctx.actor.userId, intent) ? waitForIntent(ctx, intent.id) : notTheSame();
  }
  if (approval === null) return null;
  if (approval.kind !== "refund") return notTheSame();
  const asked = { ...approval, amountPaise: refundTotal(approval).amountPaise };
  if (!isSameRequest(request, ctx.actor.userId, asked)) return notTheSame();
  return {
    kind: "awaiting_approval",
    approvalId: approval.id,
    expiresAt: approval.expiresAt.toISOString(),
  };
}

function notTheSame(): RefundOutcome {
  return invalid({ field: "form", fault: "other_values" }).error;
}

async function mustFind(ctx: Ctx, intentId: string): Promise<RefundIntent> {
  const intent = await findIntent(ctx.pool, intentId);
  if (intent === null) throw new Error("a refund intent is gone");
  return intent;
}
