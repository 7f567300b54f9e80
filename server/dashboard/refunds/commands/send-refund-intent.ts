import { setTimeout as sleep } from "node:timers/promises";
import { formatPaise } from "@/lib/money";
import type { RefundOutcome } from "@/lib/refunds/refund-form-view";
import { withConnection } from "@/server/platform/connection";
import { areRefundsHeld } from "@/server/platform/refund-hold";
import type { AuditActor } from "../../audit/store";
import type { RefundIntent } from "../domain/refund-intent";
import { outcomeOfResponse, outcomeOfIntent } from "../domain/refund-outcome";
import type { Services } from "../../runtime";
import { startSending } from "../store/refund-intent-moves";
import { findIntent } from "../store/refund-intents";
import { responseOfFirstCall } from "./intent-response";
import { storeRefundResponse } from "./store-refund-response";

const POLL_EVERY_MS = 200;

/** Nothing is sent after a restore until refunds are released (decision 0237). The banner on every page says why. */
const HELD = { kind: "refused", refusal: { kind: "busy", retryAfterSeconds: 60 } } as const;

/** The sender: a person within a request, or the system that resumes an approved refund after a crash. */
type Sender = Services & { actor: AuditActor; requestId?: string };

/**
 * Sends a RECORDED intent and stores the response. The one caller that claims the right to send makes the call; all
 * others wait for its outcome.
 */
export async function sendRefundIntent(
  ctx: Sender,
  intent: RefundIntent,
  { isOneOfMany = false }: { isOneOfMany?: boolean } = {},
): Promise<RefundOutcome> {
  const [isOurs, isHeld] = await withConnection(ctx.pool, (db) =>
    Promise.all([startSending(db, intent.id, ctx.clock.now()), areRefundsHeld(db)]),
  );
  if (!isOurs) return waitForIntent(ctx, intent.id);

  const response = responseOfFirstCall(
    isHeld
      ? HELD
      : await ctx.routing.initiateRefund({
          transactionId: intent.transactionId,
          amount: formatPaise(intent.amountPaise),
          reason: intent.reason,
          idempotencyKey: intent.id,
        }),
  );
  const source = {
    actor: ctx.actor,
    ...(ctx.requestId !== undefined && { requestId: ctx.requestId }),
    by: "call",
    isOneOfMany,
  } as const;
  try {
    await storeRefundResponse(ctx, intent, response, source);
  } catch (error) {
    // The response is known only here. The intent stays SENDING, so its job makes it UNKNOWN and resolves it; the user
    // sees the same, so that screen and record agree.
    ctx.logger.error({ err: error, intentId: intent.id }, "the answer to a refund could not be stored");
    return { kind: "unknown", intentId: intent.id };
  }
  return outcomeOfResponse(intent.id, response);
}

/** Waits for the process that sends the intent, at most as long as a call can take; then the outcome is unknown. */
export async function waitForIntent(ctx: Services, intentId: string): Promise<RefundOutcome> {
  const polls = Math.ceil(ctx.routing.timeoutMs / POLL_EVERY_MS) + 1;
  for (let poll = 0; poll < polls; poll += 1) {
    if (poll > 0) await sleep(POLL_EVERY_MS);
    const intent = await findIntent(ctx.pool, intentId);
    if (intent === null) throw new Error("a refund intent is gone");
    const outcome = outcomeOfIntent(intent);
    if (outcome !== null) return outcome;
  }
  return { kind: "unknown", intentId };
}
