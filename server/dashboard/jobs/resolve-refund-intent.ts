import { z } from "zod";
import { formatPaise } from "@/lib/money";
import { inTransaction } from "@/server/platform/transaction";
import { recordAudit } from "../audit/record-audit";
import { storeRefundAnswer } from "../commands/store-refund-answer";
import { resumeApprovedRefund } from "../commands/resume-approved-refund";
import { answerOfResend } from "../commands/refund-answer";
import type { IntentAnswer, RefundIntent } from "../domain/refund-intent";
import type { Services } from "../runtime";
import { giveUpRecorded } from "../store/refund-intent-moves";
import { findIntent } from "../store/refund-intents";
import { backoffMs } from "./backoff";
import { lookForRefund } from "./look-for-refund";
import { afterTimeout, scheduleResolve } from "./schedule";

const payloadSchema = z.object({ intentId: z.uuid(), attempt: z.number().int().nonnegative() });

/** The service replays an answer for 24 h (D13); an hour less leaves room for two clocks. */
const REPLAY_HOLDS_MS = 23 * 60 * 60_000;
const BACKOFF = { firstMs: 2_000, factor: 2, maxMs: 10 * 60_000 };

/**
 * Finds out what became of an intent that its own process did not bring to an end (failures 3 to 5), and comes back,
 * less and less often, until that is known. Safe to repeat: every move is conditional, and sending again is covered by the
 * intent's idempotency key.
 */
export async function resolveRefundIntent(services: Services, payload: unknown): Promise<void> {
  const { intentId, attempt } = payloadSchema.parse(payload);
  const intent = await findIntent(services.pool, intentId);
  if (intent === null) return;
  switch (intent.state) {
    case "ACCEPTED":
    case "REFUSED":
    case "NOT_SENT":
      return;
    case "RECORDED":
      return resolveRecorded(services, intent);
    case "SENDING":
      return resolveSending(services, intent);
    case "UNKNOWN":
      return resolveUnknown(services, intent, attempt);
  }
}

/** Nobody began to send in all this time: given up, so that a process that wakes up late cannot send any more. */
async function resolveRecorded(services: Services, intent: RefundIntent): Promise<void> {
  const at = services.clock.now();
  const waitMs = intent.requestedAt.getTime() + afterTimeout(services.routing.timeoutMs) - at.getTime();
  if (waitMs > 0) return scheduleResolve(services.pool, intent.id, { delayMs: waitMs, attempt: 0 });
  if (await resumeApprovedRefund(services, intent)) return;
  const isGivenUp = await inTransaction(services.pool, async (db) => {
    if (!(await giveUpRecorded(db, intent.id, at))) return false;
    await recordAudit(db, {
      at,
      actor: "system",
      action: "refund_not_sent",
      subject: { kind: "refund_intent", id: intent.id },
      detail: { transactionId: intent.transactionId, by: "deadline" },
    });
    return true;
  });
  // Somebody began to send at this very moment: look again when that call is over.
  if (!isGivenUp)
    await scheduleResolve(services.pool, intent.id, {
      delayMs: afterTimeout(services.routing.timeoutMs),
      attempt: 0,
    });
}

/** The call is over by now, whatever came of it, and its answer was not stored. */
async function resolveSending(services: Services, intent: RefundIntent): Promise<void> {
  const sentAt = intent.sentAt ?? intent.requestedAt;
  const waitMs = sentAt.getTime() + afterTimeout(services.routing.timeoutMs) - services.clock.now().getTime();
  if (waitMs > 0) return scheduleResolve(services.pool, intent.id, { delayMs: waitMs, attempt: 0 });
  await storeRefundAnswer(services, intent, null, { actor: "system", by: "deadline" });
}

async function resolveUnknown(services: Services, intent: RefundIntent, attempt: number): Promise<void> {
  const found = await findAnswer(services, intent);
  if (found !== null) {
    await storeRefundAnswer(services, intent, found.answer, { actor: "system", by: found.by });
    return;
  }
  await scheduleResolve(services.pool, intent.id, {
    delayMs: backoffMs(attempt, BACKOFF),
    attempt: attempt + 1,
  });
}

async function findAnswer(
  services: Services,
  intent: RefundIntent,
): Promise<{ answer: IntentAnswer; by: "resend" | "search" } | null> {
  const { routing } = services;
  if (intent.serviceAddress !== routing.serviceAddress) return null;
  const capabilities = await routing.capabilities();
  const sentAt = intent.sentAt ?? intent.requestedAt;
  const ageMs = services.clock.now().getTime() - sentAt.getTime();

  if (capabilities.idempotency && ageMs < REPLAY_HOLDS_MS) {
    const answer = answerOfResend(
      await routing.initiateRefund({
        transactionId: intent.transactionId,
        amount: formatPaise(intent.amountPaise),
        reason: intent.reason,
        idempotencyKey: intent.id,
      }),
    );
    return answer === null ? null : { answer, by: "resend" };
  }
  if (capabilities.offers("refunds.search")) {
    const answer = await lookForRefund(services, intent, ageMs);
    return answer === null ? null : { answer, by: "search" };
  }
  return null;
}
