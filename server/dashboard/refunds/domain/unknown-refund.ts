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
  lookedAt: Date | null;
  searchMethod: SearchMethod | null;
  searchFinding: SearchFinding | null;
  obstacle: ResolutionObstacle | null;
  nextTryAt: Date | null;
};

/** How far the service's clock may be from ours. */
const CLOCK_SKEW_MS = 5 * 60_000;
/** After this, a call that is not in the service's own list is not going to appear there. */
export const ABSENCE_HOLDS_AFTER_MS = 60 * 60_000;

/** From then on a service may have forgotten the payment with its refunds (0193: after 400 days), and that it lists none says nothing. */
export const ABSENCE_HOLDS_UNTIL_MS = 365 * 24 * 60 * 60_000;

const SOONEST_TRY_MS = 2_000;
const USUAL_TRY_MS = 30_000;
const RAREST_TRY_MS = 10 * 60_000;
/** Unknown outcomes share ten tries a second: each is a few calls. */
const SHARE_OF_TRIES_MS = 100;
export const UNKNOWN_COUNTED_UP_TO = RAREST_TRY_MS / SHARE_OF_TRIES_MS;

/**
 * How long to wait before the next try to find out what became of an intent. It follows from the time since it was first sent, so
 * that restarts do not make it longer (0231): that time itself, from two seconds to half a minute; from an hour on a
 * hundred-and-twentieth of it, up to ten minutes; and the longer the more outcomes are unknown.
 */
export function nextTryDelayMs({ ageMs, unknown }: { ageMs: number; unknown: number }): number {
  const slowestMs = Math.min(Math.max(ageMs / 120, USUAL_TRY_MS), RAREST_TRY_MS);
  const byAgeMs = Math.min(Math.max(ageMs, SOONEST_TRY_MS), slowestMs);
  return Math.round(Math.max(byAgeMs, Math.min(unknown * SHARE_OF_TRIES_MS, RAREST_TRY_MS)));
}

/** What the search of a payment's refunds says about an intent of unknown outcome. */
export type SearchVerdict =
  | { kind: "found"; refund: RefundRecord }
  /** None that could be it. */
  | { kind: "absent" }
  /** Some of its amount, none of which is it for certain. */
  | { kind: "unclear" }
  | { kind: "several" };

/** A refund of the same amount that the service took no earlier than the intent was sent: it may be the intent's. */
export function mayBe(refund: RefundRecord, intent: RefundIntent): boolean {
  const amount = parseAmount(refund.refund_amount);
  return amount.ok && amount.value === intent.amountPaise && isNotOlder(refund, intent);
}

/** Whether the service took a refund no earlier than the intent was sent, as far as two clocks can tell. */
export function isNotOlder(refund: RefundRecord, intent: RefundIntent): boolean {
  const sentAt = intent.sentAt ?? intent.requestedAt;
  return Date.parse(refund.refund_requested_at) >= sentAt.getTime() - CLOCK_SKEW_MS;
}

/**
 * Judges the refunds of a payment that belong to no other intent. Only one that fits in amount, reason and time, beside
 * which there is no other of its amount, is taken for the intent's.
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
 * Whether the service's balance leaves no room for an intent: what it has refunded or is refunding, less what is certainly
 * somebody else's, is less than the intent's amount. Then no money of it went out, nor is on its way.
 */
export function balanceExcludes(
  spentPaise: bigint,
  certainlyOthersPaise: bigint,
  amountPaise: bigint,
): boolean {
  return spentPaise - certainlyOthersPaise < amountPaise;
}
