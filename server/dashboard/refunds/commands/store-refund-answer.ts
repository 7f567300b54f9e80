import type { ResolutionVerdict } from "@/lib/refunds/unknown-refund-views";
import type { Db } from "@/server/platform/pool";
import { inTransaction } from "@/server/platform/transaction";
import { recordAudit, type AuditActor } from "../../audit/store";
import type { IntentAnswer, RefundIntent } from "../domain/refund-intent";
import { nextCheckDelayMs, SHORTEST_CHECK_MS } from "../domain/refund-schedule";
import { scheduleResolve, scheduleTracking, unscheduleResolve } from "../../jobs/schedule";
import { countPolled } from "../../payments";
import type { Services } from "../../runtime";
import { markUnknown, recordRefundStatus, resolveIntent } from "../store/refund-intent-moves";
import { recordReportedRemaining } from "../store/refund-ledgers";
import { insertManualResolution } from "../store/manual-resolutions";
import { insertTracked } from "../store/tracked-refunds";

const LOOK_FOR_IT_MS = 2_000;

export type AnswerSource = {
  actor: AuditActor;
  requestId?: string;
  /** How it became known. */
  by: "call" | "resend" | "search" | "balance" | "deadline" | "hand";
  /** In bulk: nobody waits for this one. */
  isOneOfMany?: boolean;
  /** Only by hand: who says so, and why. */
  settlement?: { reason: string; personId: string };
};

/**
 * Stores what became known of an intent that was sent, its audit row and the job that carries it on, in one transaction.
 * `null` stores that nobody knows. Returns false when the intent had moved on already, and then writes nothing.
 */
export async function storeRefundAnswer(
  services: Services,
  intent: RefundIntent,
  answer: IntentAnswer | null,
  source: AnswerSource,
): Promise<boolean> {
  const at = services.clock.now();
  const isCounted = answer?.state === "ACCEPTED" && source.isOneOfMany === true;
  const firstPollMs = isCounted ? await pollSlotMs(services, at) : SHORTEST_CHECK_MS;
  return inTransaction(services.pool, async (db) => {
    const hasMoved =
      answer === null ? await markUnknown(db, intent.id) : await resolveIntent(db, intent.id, answer, at);
    if (!hasMoved) return false;

    const carriedOn = carryOn(db, intent, answer, { at, firstPollMs });
    const settlement = settlementOf(answer, source);
    const kept =
      settlement === null ? null : insertManualResolution(db, { intentId: intent.id, ...settlement, at });
    // The audit log comes last: everybody who writes to it waits until this transaction has ended.
    const recorded = recordAudit(db, {
      at,
      actor: source.actor,
      ...(source.requestId === undefined ? {} : { requestId: source.requestId }),
      action: settlement === null ? auditAction(answer) : "refund_settled",
      subject: { kind: "refund_intent", id: intent.id },
      detail: {
        transactionId: intent.transactionId,
        by: source.by,
        ...auditDetail(answer),
        ...(settlement !== null && { verdict: settlement.verdict, reason: settlement.reason }),
      },
    });
    await Promise.all([carriedOn, kept, recorded]);
    return true;
  });
}

/** What has to follow from the answer, or from there being none. */
async function carryOn(
  db: Db,
  intent: RefundIntent,
  answer: IntentAnswer | null,
  times: { at: Date; firstPollMs: number },
): Promise<void> {
  if (answer === null) return scheduleResolve(db, intent.id, { delayMs: LOOK_FOR_IT_MS, attempt: 0 });
  const resolved = unscheduleResolve(db, intent.id);
  await Promise.all([resolved, follow(db, intent, answer, times)]);
}

/**
 * An accepted refund is followed from its acceptance on; the acceptance was the first look at it. If somebody opened it by its id
 * before, it may have ended already: then the intent takes the final status from the tracked row, because no job reads it again.
 */
async function follow(
  db: Db,
  intent: RefundIntent,
  answer: IntentAnswer,
  { at, firstPollMs }: { at: Date; firstPollMs: number },
): Promise<void> {
  switch (answer.state) {
    case "ACCEPTED": {
      const of = { serviceAddress: intent.serviceAddress, refundId: answer.refundId };
      const inserted = insertTracked(db, {
        ...of,
        transactionId: intent.transactionId,
        reference: intent.reference,
        amountPaise: intent.amountPaise,
        currency: intent.currency,
        isTest: intent.isTest,
        reason: intent.reason,
        status: answer.refundStatus,
        gatewayRefundId: null,
        requestedAt: intent.requestedAt,
        completedAt: null,
        isMadeHere: true,
        checkedAt: at,
        nextCheckAt: new Date(at.getTime() + firstPollMs),
      });
      const scheduled = scheduleTracking(db, of, { delayMs: firstPollMs, onWaiting: "keep" });
      const [tracked] = await Promise.all([inserted, scheduled]);
      if (tracked.completedAt !== null) await recordRefundStatus(db, { ...of, ...tracked });
      return;
    }
    case "REFUSED":
      if (answer.reportedRemainingPaise === null) return;
      return recordReportedRemaining(db, intent.transactionId, {
        remainingPaise: answer.reportedRemainingPaise,
        reportedAt: at,
      });
    case "NOT_SENT":
      return;
  }
}

/**
 * Thousands that are refunded in bulk are looked at in turn from the first look on; whoever opens one of them has it looked at
 * at once.
 */
async function pollSlotMs(services: Services, at: Date): Promise<number> {
  const underWay = await countPolled(services.pool, at);
  return nextCheckDelayMs({ ageMs: 0, isWatched: false, underWay });
}

/** What a person said became of it, to be kept beside the answer; null where the service said so itself. */
function settlementOf(
  answer: IntentAnswer | null,
  { settlement }: AnswerSource,
): { verdict: ResolutionVerdict; reason: string; settledBy: string } | null {
  if (settlement === undefined || answer === null || answer.state === "REFUSED") return null;
  const { reason, personId: settledBy } = settlement;
  return { verdict: answer.state === "ACCEPTED" ? "accepted" : "not_sent", reason, settledBy };
}

function auditAction(answer: IntentAnswer | null) {
  switch (answer?.state) {
    case undefined:
      return "refund_unknown";
    case "ACCEPTED":
      return "refund_accepted";
    case "REFUSED":
      return "refund_refused";
    case "NOT_SENT":
      return "refund_not_sent";
  }
}

function auditDetail(answer: IntentAnswer | null): Record<string, string> {
  switch (answer?.state) {
    case undefined:
      return {};
    case "ACCEPTED":
      return { refundId: answer.refundId };
    case "REFUSED":
      return { message: answer.message };
    case "NOT_SENT":
      return { trouble: answer.trouble.kind };
  }
}
