import type { RefundStatus } from "@/lib/contract/statuses";
import type { RefundFetchError } from "@/lib/refunds/refund-view";

/** The last known state of a polled refund, as stored in the database. */
export type TrackedRefund = {
  serviceAddress: string;
  refundId: string;
  transactionId: string;
  reference: string;
  amountPaise: bigint;
  /** Null while its payment could not be read yet. */
  currency: string | null;
  /** The refund of a test payment: no money moves. */
  isTest: boolean;
  reason: string | null;
  status: RefundStatus;
  gatewayRefundId: string | null;
  requestedAt: Date;
  completedAt: Date | null;
  isMadeHere: boolean;
  checkedAt: Date;
  fetchedAt: Date;
  /** When the claim of the process that polls the refund now ends, by the database's clock. It identifies the claim. */
  askingUntil: Date | null;
  /** How much of that claim is left; not positive when it has expired. */
  claimLeftMs: number | null;
  nextCheckAt: Date | null;
  watchedUntil: Date | null;
  serviceError: RefundFetchError["kind"] | null;
  retryAfterSeconds: number | null;
  /** Who requested it; null for a refund made outside the dashboard. */
  requestedByName: string | null;
  /** A failed refund made here that was paid late (decision 0213). */
  wasPaidLate: boolean;
};

/** The shortest time between two polls of a refund, including "check now". */
export const SHORTEST_CHECK_MS = 800;
/** A poll further in the future than the clocks of two processes differ was made before the clock was set back. */
export const CLOCKS_DIFFER_MS = 60_000;
const LONGEST_WATCHED_MS = 30_000;
const USUAL_MS = 30_000;
const LONGEST_MS = 15 * 60_000;
/** Refunds that no one is viewing share twenty calls a second: refunds that people are making come first. */
const SHARE_OF_CALLS_MS = 50;

/**
 * The pause before the next poll of a refund. It grows with the refund's age (failure 26). Viewed: from one second in
 * the first minute to thirty seconds. Not viewed: a tenth of its age, up to half a minute; from one hour on 1/120 of
 * its age, up to a quarter of an hour (0116); up to that limit, the more refunds are pending, the longer.
 */
export function nextCheckDelayMs(facts: { ageMs: number; isWatched: boolean; pending: number }): number {
  const ageMs = Math.max(0, facts.ageMs);
  if (facts.isWatched) return Math.round(clamp(ageMs / 60, SHORTEST_CHECK_MS, LONGEST_WATCHED_MS));
  const slowestMs = clamp(ageMs / 120, USUAL_MS, LONGEST_MS);
  const byAgeMs = clamp(ageMs / 10, SHORTEST_CHECK_MS, slowestMs);
  return Math.round(Math.min(Math.max(byAgeMs, facts.pending * SHARE_OF_CALLS_MS), LONGEST_MS));
}

function clamp(value: number, least: number, most: number): number {
  return Math.min(Math.max(value, least), most);
}
