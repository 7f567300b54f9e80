import { setTimeout as sleep } from "node:timers/promises";
import { formatPaise } from "@/lib/money";
import type { RefundOutcome } from "@/lib/views";
import { authorize } from "../auth/authorize";
import type { Ctx } from "../context";
import { answerOfFirstCall } from "./refund-answer";
import { presentIntent, type RefundIntent } from "../domain/refund-intent";
import { outcomeOfAnswer, outcomeOfIntent } from "../domain/refund-outcome";
import { invalid, isSameRequest, readRefundRequest, type RefundRequest } from "./refund-request";
import { readRefundable } from "../queries/read-refundable";
import { startSending } from "../store/refund-intent-moves";
import { findIntent } from "../store/refund-intents";
import { reserveRefund } from "./reserve-refund";
import { storeRefundAnswer } from "./store-refund-answer";

const LOOK_EVERY_MS = 200;

/**
 * Refunds a payment: one intent and at most one call, however often and from wherever the same form is submitted. The
 * order is: permission, the words of the form, the service's present state, the decision under a lock, the call, its
 * record. A process that dies in between leaves an intent that `resolve-refund-intent` finds.
 */
export async function requestRefund(ctx: Ctx, input: unknown): Promise<RefundOutcome> {
  const parsed = readRefundRequest(input);
  const subjectId = parsed.ok ? parsed.value.transactionId : "";
  if (!(await authorize(ctx, "refund_payment", { kind: "payment", id: subjectId })))
    return { kind: "forbidden" };
  if (!parsed.ok) return parsed.error;
  const request = parsed.value;

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
      return send(ctx, await mustFind(ctx, request.intentId));
  }
}

async function send(ctx: Ctx, intent: RefundIntent): Promise<RefundOutcome> {
  const isOurs = await startSending(ctx.pool, intent.id, ctx.clock.now());
  if (!isOurs) return waitForOutcome(ctx, intent.id);

  const answer = answerOfFirstCall(
    await ctx.routing.initiateRefund({
      transactionId: intent.transactionId,
      amount: formatPaise(intent.amountPaise),
      reason: intent.reason,
      idempotencyKey: intent.id,
    }),
  );
  const source = { actor: ctx.actor, requestId: ctx.requestId, by: "call" } as const;
  try {
    await storeRefundAnswer(ctx, intent, answer, source);
  } catch (error) {
    // The answer is known here and nowhere else. The intent stays SENDING, so its job makes it UNKNOWN and resolves it;
    // the person is told the same, so that the screen and the record agree.
    ctx.logger.error({ err: error, intentId: intent.id }, "the answer to a refund could not be stored");
    return { kind: "unknown", intentId: intent.id };
  }
  return outcomeOfAnswer(intent.id, answer);
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
  return waitForOutcome(ctx, intent.id);
}

/** Waits for whoever sends the intent, no longer than a call can take; then nobody knows. */
async function waitForOutcome(ctx: Ctx, intentId: string): Promise<RefundOutcome> {
  const looks = Math.ceil(ctx.routing.timeoutMs / LOOK_EVERY_MS) + 1;
  for (let look = 0; look < looks; look += 1) {
    if (look > 0) await sleep(LOOK_EVERY_MS);
    const outcome = outcomeOfIntent(await mustFind(ctx, intentId));
    if (outcome !== null) return outcome;
  }
  return { kind: "unknown", intentId };
}

async function mustFind(ctx: Ctx, intentId: string): Promise<RefundIntent> {
  const intent = await findIntent(ctx.pool, intentId);
  if (intent === null) throw new Error("a refund intent is gone");
  return intent;
}
