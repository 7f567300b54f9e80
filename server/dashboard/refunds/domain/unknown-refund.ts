import type { RefundRecord } from "@/lib/contract/responses";
import type {
  SearchFinding,
  SearchMethod,
  ResendFinding,
  ResolutionObstacle,
} from "@/lib/refunds/unknown-refund-views";
import { parseAmount } from "@/lib/money";
import type { RefundIntent } from "./refund-intent";

/** What has been tried for an intent of unknown outcome. */
export type Resolution = {
  tries: number;
  resentAt: Date | null;
  resendFinding: ResendFinding | null;
  searchedAt: Date | null;
  searchMethod: SearchMethod | null;
  searchFinding: SearchFinding | null;
  obstacle: ResolutionObstacle | null;
  nextTryAt: Date | null;
};

/** How much the service's clock may differ from ours. */
const CLOCK_SKEW_MS = 5 * 60_000;
/** A refund that is not in the service's list after this time will not appear there any more. */
export const ABSENCE_HOLDS_AFTER_MS = 60 * 60_000;

/**
 * The service may have deleted the payment after this time (0193: after 400 days): absence from its list proves
 * nothing.
 */
export const ABSENCE_HOLDS_UNTIL_MS = 365 * 24 * 60 * 60_000;

const SOONEST_TRY_MS = 2_000;
const USUAL_TRY_MS = 30_000;
export const RAREST_TRY_MS = 10 * 60_000;
/** Unknown outcomes share ten tries a second: each try is a few calls. */
const SHARE_OF_TRIES_MS = 100;
export const UNKNOWN_COUNTED_UP_TO = RAREST_TRY_MS / SHARE_OF_TRIES_MS;

/**
 * The pause before the next try to resolve an intent. It depends on the time since the intent was first sent, so that
 * restarts do not lengthen it (0116): that time itself, from two seconds to half a minute; from one hour on 1/120 of
 * it, up to ten minutes; and longer the more outcomes are unknown.
 */
export function nextTryDelayMs({ ageMs, unknown }: { ageMs: number; unknown: number }): number {
  const slowestMs = Math.min(Math.max(ageMs / 120, USUAL_TRY_MS), RAREST_TRY_MS);
  const byAgeMs = Math.min(Math.max(ageMs, SOONEST_TRY_MS), slowestMs);
  return Math.round(Math.max(byAgeMs, Math.min(unknown * SHARE_OF_TRIES_MS, RAREST_TRY_MS)));
}

/** What a search of the payment's refunds shows about an intent of unknown outcome. */
type SearchVerdict =
  | { kind: "found"; refund: RefundRecord }
  /** No refund that could be the intent's. */
  | { kind: "absent" }
  /** Refunds of its amount, none of which certainly is the intent's. */
  | { kind: "unclear" }
  | { kind: "several" };

/** A refund of the same amount, accepted no earlier than the intent was sent: it may be the intent's. */
export function mayBe(refund: RefundRecord, intent: RefundIntent): boolean {
  const amount = parseAmount(refund.refund_amount);
  return amount.ok && amount.value === intent.amountPaise && isNotOlder(refund, intent);
}

/** Whether the service accepted a refund no earlier than the intent was sent, within the tolerance of two clocks. */
export function isNotOlder(refund: RefundRecord, intent: RefundIntent): boolean {
  return Date.parse(refund.refund_requested_at) >= earliestAcceptance(intent).getTime();
}

/** When the service can have accepted the intent at the earliest, by its own clock. */
export function earliestAcceptance({ sentAt, requestedAt }: RefundIntent): Date {
  return new Date((sentAt ?? requestedAt).getTime() - CLOCK_SKEW_MS);
}

/**
 * Evaluates the payment's refunds that belong to no other intent. A refund matches the intent only if amount, reason
 * and time fit and no other refund has the same amount.
 */
export function evaluateSearch(
  unowned: readonly RefundRecord[],
  intent: RefundIntent,
  lastSentAt: Date,
): SearchVerdict {
  const candidates = unowned.filter((refund) => mayBe(refund, intent));
  const [only, ...others] = candidates;
  if (only === undefined) return { kind: "absent" };
  if (others.length > 0) return { kind: "several" };
  const isInTime = Date.parse(only.refund_requested_at) <= lastSentAt.getTime() + CLOCK_SKEW_MS;
  const isItsReason = (only.refund_reason ?? null) === intent.reason;
  return isInTime && isItsReason ? { kind: "found", refund: only } : { kind: "unclear" };
}

/**
 * Whether the service's balance leaves no room for an intent: what is refunded or in progress there, less what
 * certainly belongs to other refunds, is less than the intent's amount. Then the intent did not take effect.
 */
export function balanceExcludes(
  spentPaise: bigint,
  certainlyOthersPaise: bigint,
  amountPaise: bigint,
): boolean {
  return spentPaise - certainlyOthersPaise < amountPaise;
}
