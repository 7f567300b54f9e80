import type { RefundStatus } from "@/lib/contract/statuses";
import type { RefundFetchError } from "@/lib/refunds/refund-view";

/** What was last seen of a refund that is followed, as the database has it. */
export type TrackedRefund = {
  serviceAddress: string;
  refundId: string;
  transactionId: string;
  reference: string;
  amountPaise: bigint;
  /** Null when its payment could not be read yet. */
  currency: string | null;
  /** Of a test payment: no money is moved. */
  isTest: boolean;
  reason: string | null;
  status: RefundStatus;
  gatewayRefundId: string | null;
  requestedAt: Date;
  completedAt: Date | null;
  isMadeHere: boolean;
  checkedAt: Date;
  askedAt: Date;
  askingUntil: Date | null;
  nextCheckAt: Date | null;
  watchedUntil: Date | null;
  trouble: RefundFetchError["kind"] | null;
  retryAfterSeconds: number | null;
  /** Who asked for it here; null for one made elsewhere. */
  requestedByName: string | null;
  /** A failed refund made here that was paid later (decision 0213). */
  wasPaidLate: boolean;
};

/** Asked at most this often, by whomever: "check now" included. */
export const SHORTEST_CHECK_MS = 800;
const LONGEST_WATCHED_MS = 30_000;
const USUAL_MS = 30_000;
const LONGEST_MS = 15 * 60_000;
/** Refunds that nobody watches share twenty calls a second: those that people make come first. */
const SHARE_OF_CALLS_MS = 50;

/**
 * How long after one look at a refund the next is due. It grows with the refund's age (failure 26): while somebody
 * watches, a look a second in its first minute and one in thirty seconds in the end; else a tenth of its age up to half a minute, and
 * from an hour on a hundred-and-twentieth of it, at most a quarter of an hour (0231); up to that, the longer the more refunds
 * there are under way.
 */
export function nextCheckDelayMs(facts: { ageMs: number; isWatched: boolean; underWay: number }): number {
  const ageMs = Math.max(0, facts.ageMs);
  if (facts.isWatched) return Math.round(clamp(ageMs / 60, SHORTEST_CHECK_MS, LONGEST_WATCHED_MS));
  const slowestMs = clamp(ageMs / 120, USUAL_MS, LONGEST_MS);
  const byAgeMs = clamp(ageMs / 10, SHORTEST_CHECK_MS, slowestMs);
  return Math.round(Math.min(Math.max(byAgeMs, facts.underWay * SHARE_OF_CALLS_MS), LONGEST_MS));
}

function clamp(value: number, least: number, most: number): number {
  return Math.min(Math.max(value, least), most);
}
