import type { ResolutionVerdict } from "@/lib/refunds/unknown-refund-views";
import { type Db, violatesUnique } from "@/server/platform/pool";
import { inTransaction } from "@/server/platform/transaction";
import { recordAudit, type AuditActor, type AuditDetail } from "../../audit/store";
import type { IntentResponse, RefundIntent } from "../domain/refund-intent";
import { nextCheckDelayMs, SHORTEST_CHECK_MS } from "../domain/refund-schedule";
import { countPolled } from "../../payments";
import type { Services } from "../../runtime";
import { acceptAfterAll, markUnknown, recordRefundStatus, resolveIntent } from "../store/refund-intent-moves";
import { notifyMadeAfterAll, notifyNotMade } from "../store/notify-refund";
import { lockLedger, recordReportedRemaining } from "../store/refund-ledgers";
import { insertManualResolution } from "../store/manual-resolutions";
import { keepsClaim } from "../store/refund-resolutions";
import { findIntent } from "../store/refund-intents";
import { insertTracked } from "../store/tracked-refunds";

const LOOK_FOR_IT_MS = 2_000;

type ResponseSource = {
  actor: AuditActor;
  requestId?: string;
  /** How the outcome became known. */
  by: "call" | "resend" | "search" | "balance" | "deadline" | "hand";
  /** A row of a bulk run: no user waits for this one. */
  isOneOfMany?: boolean;
  /** Only for a manual resolution: who made it, why, and until when the intent was claimed for it. */
  settlement?: { reason: string; personId: string; heldUntil: Date };
};

/**
 * Stores the outcome of an intent that was sent, with its audit entry and the refund to poll, in one transaction. `null`
 * stores an unknown outcome. Returns false, and writes nothing, when the intent had changed state already, or when
 * someone else has claimed it since a person's check: it may have been sent again.
 */
export async function storeRefundResponse(
  services: Services,
  intent: RefundIntent,
  response: IntentResponse | null,
  source: ResponseSource,
): Promise<boolean> {
  const at = services.clock.now();
  const isCounted = response?.state === "ACCEPTED" && source.isOneOfMany === true;
  const firstPollMs = isCounted ? await pollSlotMs(services, at) : SHORTEST_CHECK_MS;
  const isStored = await inTransaction(services.pool, (db) =>
    writeRefundResponse(db, intent, response, { ...source, at, firstPollMs }),
  );
  // A list may show the refund that a person has made again since.
  const isItsOwn = source.by === "call" || source.by === "resend";
  if (!isStored && isItsOwn && response?.state === "ACCEPTED")
    await storeLateAcceptance(services, intent, response, source);
  return isStored;
}

/** Stores a response in the caller's transaction. */
export async function writeRefundResponse(
  db: Db,
  intent: RefundIntent,
  response: IntentResponse | null,
  { at, firstPollMs = SHORTEST_CHECK_MS, ...source }: ResponseSource & { at: Date; firstPollMs?: number },
): Promise<boolean> {
  const claimedUntil = source.settlement?.heldUntil;
  if (claimedUntil !== undefined && !(await keepsClaim(db, intent.id, claimedUntil))) return false;
  const hasMoved =
    response === null
      ? await markUnknown(db, intent.id, LOOK_FOR_IT_MS)
      : await resolveIntent(db, intent.id, response, at);
  if (!hasMoved) return false;

  const carriedOn = response === null ? null : follow(db, intent, response, { at, firstPollMs });
  const isNews = response !== null && response.state !== "ACCEPTED" && !isOnAScreen(intent, source);
  const notified = isNews ? notifyNotMade(db, intent, at) : null;
  const settlement = settlementOf(response, source);
  const kept =
    settlement === null ? null : insertManualResolution(db, { intentId: intent.id, ...settlement, at });
  // The audit log comes last: every other writer to it waits until this transaction ends.
  const recorded = recordAudit(db, {
    at,
    actor: source.actor,
    ...(source.requestId === undefined ? {} : { requestId: source.requestId }),
    action: settlement === null ? auditAction(response) : "refund_settled",
    subject: { kind: "refund_intent", id: intent.id },
    detail: {
      transactionId: intent.transactionId,
      by: source.by,
      ...auditDetail(response),
      ...(settlement !== null && { verdict: settlement.verdict, reason: settlement.reason }),
    },
  });
  await Promise.all([carriedOn, notified, kept, recorded]);
  return true;
}

/**
 * Whether whoever wants the refund reads its outcome where they asked for it: in the form, in the bulk run, in the dialog in which
 * they say what became of it. Of a refund that a second person approved, only that person does.
 */
function isOnAScreen({ id, approvalId }: RefundIntent, { by }: ResponseSource): boolean {
  return by === "hand" || (by === "call" && approvalId !== id);
}

/**
 * A refund that the service accepted, and whose intent has another outcome by now: a process was suspended for longer than its
 * claim. The money moves, so the intent says so from now on, and people are notified: somebody may have refunded again. An
 * intent that has another refund by now keeps that one.
 */
async function storeLateAcceptance(
  services: Services,
  intent: RefundIntent,
  response: Extract<IntentResponse, { state: "ACCEPTED" }>,
  source: ResponseSource,
): Promise<void> {
  const { pool, logger, clock } = services;
  const at = clock.now();
  const { refundId } = response;
  const report = async (db: Db, isTaken: boolean): Promise<boolean> => {
    await lockLedger(db, intent.transactionId);
    const isCorrected = !isTaken && (await acceptAfterAll(db, intent.id, response, at));
    const now = await findIntent(db, intent.id);
    // It is being sent again, or another process has stored the same response.
    const isOther = isTaken || (now !== null && now.refundId !== null && now.refundId !== refundId);
    if (!isCorrected && !isOther) return false;
    if (isCorrected) await follow(db, intent, response, { at, firstPollMs: SHORTEST_CHECK_MS });
    await notifyMadeAfterAll(db, intent, { refundId, at });
    await recordAudit(db, {
      at,
      actor: source.actor,
      ...(source.requestId === undefined ? {} : { requestId: source.requestId }),
      action: "refund_accepted",
      subject: { kind: "refund_intent", id: intent.id },
      detail: { transactionId: intent.transactionId, by: "after_all", refundId },
    });
    return true;
  };
  const isReported = await inTransaction(pool, (db) => report(db, false)).catch((error: unknown) => {
    // A search has found the refund for another intent, which keeps it: its amount counts once. People compare the two.
    if (!violatesUnique(error, "refund_intents_refund")) throw error;
    return inTransaction(pool, (db) => report(db, true));
  });
  if (isReported)
    logger.error(
      { intentId: intent.id, transactionId: intent.transactionId, refundId },
      "the service accepted a refund whose outcome had been decided already",
    );
}

/**
 * An accepted refund is polled from its acceptance, which counts as the first poll. If it was opened by its id before,
 * it may already be final: then the intent takes the final status from the polled row, which no worker reads again.
 */
async function follow(
  db: Db,
  intent: RefundIntent,
  response: IntentResponse,
  { at, firstPollMs }: { at: Date; firstPollMs: number },
): Promise<void> {
  switch (response.state) {
    case "ACCEPTED": {
      const of = { serviceAddress: intent.serviceAddress, refundId: response.refundId };
      const tracked = await insertTracked(db, {
        ...of,
        transactionId: intent.transactionId,
        reference: intent.reference,
        amountPaise: intent.amountPaise,
        currency: intent.currency,
        isTest: intent.isTest,
        reason: intent.reason,
        status: response.refundStatus,
        gatewayRefundId: null,
        requestedAt: intent.requestedAt,
        completedAt: null,
        isMadeHere: true,
        checkedAt: at,
        nextCheckAt: new Date(at.getTime() + firstPollMs),
        dueInMs: firstPollMs,
      });
      if (tracked.completedAt !== null) await recordRefundStatus(db, { ...of, ...tracked });
      return;
    }
    case "REFUSED":
      if (response.reportedRemainingPaise === null) return;
      return recordReportedRemaining(db, intent.transactionId, response.reportedRemainingPaise);
    case "NOT_SENT":
      return;
  }
}

/** Thousands of refunds of a run are polled in turn from the first poll; one that a user opens is polled at once. */
async function pollSlotMs(services: Services, at: Date): Promise<number> {
  const pending = await countPolled(services.pool, at);
  return nextCheckDelayMs({ ageMs: 0, isWatched: false, pending });
}

/** The person's resolution, stored beside the outcome; null where the service itself reported the outcome. */
function settlementOf(
  response: IntentResponse | null,
  { settlement }: ResponseSource,
): { verdict: ResolutionVerdict; reason: string; settledBy: string } | null {
  if (settlement === undefined || response === null || response.state === "REFUSED") return null;
  const { reason, personId: settledBy } = settlement;
  return { verdict: response.state === "ACCEPTED" ? "accepted" : "not_sent", reason, settledBy };
}

function auditAction(response: IntentResponse | null) {
  switch (response?.state) {
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

function auditDetail(response: IntentResponse | null): AuditDetail {
  switch (response?.state) {
    case undefined:
      return {};
    case "ACCEPTED":
      return { refundId: response.refundId };
    case "REFUSED":
      return { message: response.message };
    case "NOT_SENT":
      return { serviceError: response.serviceError.kind };
  }
}
