import { formatPaise } from "@/lib/money";
import type { RefundOutcome } from "@/lib/views";
import type { Ctx } from "../context";
import { presentIntent, type RefundIntent } from "../domain/refund-intent";
import { readRefundable } from "../queries/read-refundable";
import { findIntent } from "../store/refund-intents";
import { invalid, isSameRequest, type RefundRequest } from "./refund-request";
import { reserveRefund } from "./reserve-refund";
import { sendRefundIntent, waitForIntent } from "./send-refund-intent";

/**
 * The one way from a refund that somebody may make to its call, for a form and for a row of a bulk run alike: the service's
 * present state, the decision under a lock, the call, its record. A process that dies in between leaves an intent that
 * `resolve-refund-intent` finds. The caller has checked the permission of `ctx.actor`.
 */
export async function placeRefund(ctx: Ctx, request: RefundRequest): Promise<RefundOutcome> {
  const earlier = await findIntent(ctx.pool, request.intentId);
  if (earlier !== null) return outcomeOfEarlier(ctx, request, earlier);

  const reading = await readRefundable(ctx, request);
  switch (reading.kind) {
    case "not_refundable":
      return { kind: "not_refundable", status: reading.payment?.status ?? null };
    case "trouble":
      return { kind: "not_sent", trouble: reading.trouble };
    case "refundable":
      break;
  }

  const reservation = await reserveRefund(ctx, request, reading);
  switch (reservation.kind) {
    case "exists":
      return outcomeOfEarlier(ctx, request, await mustFind(ctx, request.intentId));
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

/** The same form again gets the same outcome; a form with an id that stands for something else gets none. */
async function outcomeOfEarlier(
  ctx: Ctx,
  request: RefundRequest,
  intent: RefundIntent,
): Promise<RefundOutcome> {
  if (!isSameRequest(request, ctx.actor.userId, intent)) {
    return invalid("form", "This form was submitted before with other values. Close it and open it again.")
      .error;
  }
  return waitForIntent(ctx, intent.id);
}

async function mustFind(ctx: Ctx, intentId: string): Promise<RefundIntent> {
  const intent = await findIntent(ctx.pool, intentId);
  if (intent === null) throw new Error("a refund intent is gone");
  return intent;
}
