import { formatPaise } from "@/lib/money";
import { endsTries, type ResendFinding } from "@/lib/refunds/unknown-refund-views";
import { cachedCount } from "@/server/platform/cached-count";
import { findRefundHold, isFromBackup } from "@/server/platform/refund-hold";
import { inTransaction } from "@/server/platform/transaction";
import { recordAudit } from "../../audit/store";
import { storeRefundResponse } from "../commands/store-refund-response";
import { resumeApprovedRefund } from "../commands/resume-approved-refund";
import { findRunsOfRows } from "../../bulk/store";
import { responseOfResend } from "../commands/intent-response";
import type { IntentResponse, RefundIntent } from "../domain/refund-intent";
import { nextTryDelayMs, RAREST_TRY_MS, UNKNOWN_COUNTED_UP_TO } from "../domain/unknown-refund";
import { isOvertakenByLateRefund } from "../queries/ask-about-failed-refunds";
import { type CallResult, refusalError } from "../../routing-client/call-result";
import type { Services } from "../../runtime";
import { notifyNotMade } from "../store/notify-refund";
import { giveUpRecorded, startSending } from "../store/refund-intent-moves";
import { countUnknownIntents, findIntent } from "../store/refund-intents";
import {
  findResolution,
  claimUnknown,
  recordRetry,
  recordResolutionTry,
  releaseUnknown,
  type Try,
} from "../store/refund-resolutions";
import { searchByBalance, searchForRefund } from "./search-for-refund";
import { afterTimeout } from "../../jobs/call-times";

/** The service replays a response for 24 h (decision 0005); two hours less allow for clocks that are wrong by an hour. */
const REPLAY_HOLDS_MS = 22 * 60 * 60_000;
/** An approved refund is not sent hours after people expect it: they decide again. */
const RESUMED_FOR_MS = 60 * 60_000;
/** The pause when another process or person has claimed the intent. */
const WHEN_HELD_MS = 5_000;
/** The number of refunds of unknown outcome: their tries share a bounded number of calls. */
const countUnknown = cachedCount((db) => countUnknownIntents(db, UNKNOWN_COUNTED_UP_TO));

/**
 * Resolves an intent whose process did not finish (failures 3 to 5). Returns the pause until the next try, in milliseconds, which
 * grows until the outcome is known; null when the intent has ended, or something else has said when it is due. Safe to repeat: every state change is conditional, and a retry uses the intent's idempotency
 * key.
 */
export async function resolveRefundIntent(services: Services, intentId: string): Promise<number | null> {
  const intent = await findIntent(services.pool, intentId);
  if (intent === null) return null;
  switch (intent.state) {
    case "ACCEPTED":
    case "REFUSED":
    case "NOT_SENT":
      return null;
    case "RECORDED":
      return resolveRecorded(services, intent);
    case "SENDING":
      return resolveSending(services, intent);
    case "UNKNOWN":
      return resolveUnknown(services, intent);
  }
}

/** No process began to send in all this time: given up, so that a process that resumes late cannot send it. */
async function resolveRecorded(services: Services, intent: RefundIntent): Promise<number> {
  const at = services.clock.now();
  const waitMs = untilCallIsOverMs(services, intent);
  if (waitMs > 0) return waitMs;
  if (isFromBackup(await findRefundHold(services.pool), intent.requestedAt)) {
    await treatAsSent(services, intent);
    return unlessEndedMs(services);
  }
  const sinceMs = at.getTime() - intent.requestedAt.getTime();
  const isResumed = await resumeApprovedRefund(services, intent);
  if (isResumed === null && sinceMs < RESUMED_FOR_MS) return nextTryDelayMs({ ageMs: sinceMs, unknown: 1 });
  if (isResumed) return unlessEndedMs(services);
  await inTransaction(services.pool, async (db) => {
    if (!(await giveUpRecorded(db, intent.id, at))) return;
    // The run of a row sends it again or shows what became of it.
    if ((await findRunsOfRows(db, [intent.id])).size === 0) await notifyNotMade(db, intent, at);
    await recordAudit(db, {
      at,
      actor: "system",
      action: "refund_not_sent",
      subject: { kind: "refund_intent", id: intent.id },
      detail: { transactionId: intent.transactionId, by: "deadline" },
    });
  });
  return unlessEndedMs(services);
}

/**
 * The pause of an intent that this step may have ended. If another process began to send at this very moment, its call is over
 * then; what has ended, or is due at another time by what this step stored, keeps that.
 */
function unlessEndedMs({ routing }: Services): number {
  return afterTimeout(routing.timeoutMs);
}

/** An intent from a restored backup may have been sent after the backup (decision 0237). */
async function treatAsSent(services: Services, intent: RefundIntent): Promise<void> {
  await startSending(services.pool, intent.id, intent.requestedAt);
  await storeRefundResponse(services, intent, null, { actor: "system", by: "deadline" });
}

/** The call is over by now, whatever its result, and its response was not stored. */
async function resolveSending(services: Services, intent: RefundIntent): Promise<number> {
  const waitMs = untilCallIsOverMs(services, intent);
  if (waitMs > 0) return waitMs;
  await storeRefundResponse(services, intent, null, { actor: "system", by: "deadline" });
  return unlessEndedMs(services);
}

/**
 * When a call that began with the intent's last step is certainly over, in milliseconds; not positive when it is. By the
 * database's clock: that of this process, or of the one that began, may be wrong (decision 0264).
 */
function untilCallIsOverMs({ routing }: Services, intent: RefundIntent): number {
  const longestMs = afterTimeout(routing.timeoutMs);
  return Math.min(Math.ceil(longestMs - intent.sinceLastStepMs), longestMs);
}

/** One try to resolve the intent, under a claim so that no other process and no person resolves it meanwhile. */
async function resolveUnknown(services: Services, intent: RefundIntent): Promise<number> {
  const { pool, clock, routing } = services;
  // Long enough to read the service's capabilities; sending once more extends it, the search afterwards needs none.
  const heldUntil = await claimUnknown(pool, intent.id, 2 * afterTimeout(routing.timeoutMs));
  if (heldUntil === null) return WHEN_HELD_MS;

  const claim = { heldUntil };
  const found = await findResponse(services, intent, claim);
  if ("response" in found) {
    // Store before releasing the claim: a person who claimed the intent in between could say that it was not sent.
    await storeRefundResponse(services, intent, found.response, { actor: "system", by: found.by });
    await releaseUnknown(pool, intent.id, claim.heldUntil);
    return unlessEndedMs(services);
  }
  await releaseUnknown(pool, intent.id, claim.heldUntil);
  const ageMs = clock.now().getTime() - (intent.sentAt ?? intent.requestedAt).getTime();
  const isLeftToPeople = endsTries(found.obstacle);
  // Looked at again all the same: the service may be upgraded, or connected again.
  const delayMs = isLeftToPeople
    ? RAREST_TRY_MS
    : nextTryDelayMs({ ageMs, unknown: await countUnknown(pool, clock.now()) });
  await recordResolutionTry(pool, intent.id, {
    ...found,
    nextTryAt: isLeftToPeople ? null : new Date(clock.now().getTime() + delayMs),
  });
  return delayMs;
}

type Found = { response: IntentResponse; by: "resend" | "search" | "balance" } | Omit<Try, "nextTryAt">;

/** The right to send again; a resend extends it. */
type Claim = { heldUntil: Date };

async function findResponse(services: Services, intent: RefundIntent, claim: Claim): Promise<Found> {
  const { routing, clock } = services;
  const nothing = { resend: null, search: null, obstacle: null };
  if (intent.serviceAddress !== routing.serviceAddress) return { ...nothing, obstacle: "other_service" };
  // Asked now: a service that no longer knows idempotency keys would refund again.
  const capabilities = await routing.capabilities({ isFresh: true });
  const firstSentAt = intent.sentAt ?? intent.requestedAt;
  // A service that was restored too does not know the idempotency key and would refund again (decision 0237).
  const isRestored = isFromBackup(await findRefundHold(services.pool), firstSentAt);
  const isReplayed =
    capabilities.idempotency &&
    !isRestored &&
    sinceFirstStepMs(services, intent, firstSentAt) < REPLAY_HOLDS_MS;
  // The first call may never have arrived: then this one would be the first (decision 0350).
  const isOvertaken = isReplayed ? await isOvertakenByLateRefund(services, intent) : null;
  const canResend = isReplayed && isOvertaken === false;
  // Where the service does not say so now, at a later try.
  const mayBeSentAgain = isReplayed && isOvertaken !== true;

  const resent = canResend ? await resend(services, intent, claim) : null;
  if (resent !== null && typeof resent === "object") return { response: resent, by: "resend" };

  // The service's list may lag for a moment: at the first try, the response to a retry is worth waiting for.
  const canSearch = capabilities.offers("refunds.search");
  const hasMeans = canSearch || capabilities.offers("refunds.balance");
  const hasNothing = capabilities.serviceError === null && !hasMeans && !mayBeSentAgain;
  const obstacle = isRestored ? "restored" : hasNothing ? "no_means" : null;
  if (!hasMeans) return { ...nothing, resend: resent, obstacle };
  const earlier = await findResolution(services.pool, intent.id);
  if (canResend && (earlier?.tries ?? 0) === 0) return { ...nothing, resend: resent };

  const lastSentAt = earlier?.resentAt ?? firstSentAt;
  const sent = {
    lastSentAt,
    sinceMs: sinceLastSentMs(services, intent, lastSentAt),
    mayBeSentAgain,
    isRestored,
  };
  const search = await (canSearch ? searchForRefund : searchByBalance)(services, intent, sent);
  if ("response" in search) return { response: search.response, by: search.means };
  return { resend: resent, search: { at: clock.now(), ...search }, obstacle };
}

/**
 * How long the service may have known the intent's key: the longer time of the database's clock and that of this process,
 * one of which may have been set back since.
 */
function sinceFirstStepMs({ clock }: Services, intent: RefundIntent, firstSentAt: Date): number {
  return Math.max(clock.now().getTime() - firstSentAt.getTime(), intent.sinceFirstStepMs);
}

/**
 * How long ago the intent was last sent: the shorter time of the database's clock and that of this process, one of which
 * may have been set forward since.
 */
function sinceLastSentMs({ clock }: Services, intent: RefundIntent, lastSentAt: Date): number {
  const byProcessMs = clock.now().getTime() - lastSentAt.getTime();
  return Math.min(byProcessMs, intent.sinceLastStepMs);
}

/**
 * Sends an intent again under its idempotency key. Returns its outcome, or why that is still unknown; null when it was
 * not sent, because someone else has claimed the intent meanwhile and may have resolved it.
 */
async function resend(
  services: Services,
  intent: RefundIntent,
  claim: Claim,
): Promise<IntentResponse | ResendFinding | null> {
  const at = services.clock.now();
  const forMs = afterTimeout(services.routing.timeoutMs);
  const extended = await recordRetry(services.pool, intent.id, { at, heldUntil: claim.heldUntil, forMs });
  if (extended === null) return null;
  claim.heldUntil = extended;
  const response = await services.routing.initiateRefund({
    transactionId: intent.transactionId,
    amount: formatPaise(intent.amountPaise),
    reason: intent.reason,
    idempotencyKey: intent.id,
  });
  return responseOfResend(response) ?? findingOf(response);
}

function findingOf(response: CallResult<unknown>): ResendFinding {
  switch (response.kind) {
    case "not_sent":
      return "unreachable";
    case "refused": {
      if (response.refusal.kind === "not_found") return "unknown_payment";
      const serviceError = refusalError(response.refusal);
      return serviceError === null || serviceError.kind === "unavailable" ? "no_response" : serviceError.kind;
    }
    case "answered":
    case "unknown":
      return "no_response";
  }
}
