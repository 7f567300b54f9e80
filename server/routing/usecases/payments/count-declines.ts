import type { DeclineReason } from "@/lib/contract/decline-reasons";
import { isMapped } from "../../gateway/decline-reasons";
import * as store from "../../store/payments/declined-payments";
import type { Deps } from "../deps";
import { byReason, reasonOf } from "./decline-of-payment";

/** Bounds the cost of the count for a busy merchant; about a tenth of a second (decision 0312). */
const MOST_COUNTED = 200_000;
/** A vendor may put anything into its codes, and so send any number of them. */
const MOST_UNMAPPED = 50;

type CountedDeclines = {
  declines: { gateway: string; reason: DeclineReason; count: number }[];
  /** Codes in lower case that their vendor's map lacks, the most frequent first; `MOST_UNMAPPED` at most. */
  unmapped: { gateway: string; code: string; count: number }[];
  /** How many payments have such a code. */
  unmappedPayments: number;
  /** The time from which all are counted: the requested start, unless there were too many. */
  since: Date;
  isComplete: boolean;
};

/** Why the payments of a period were not paid, by gateway and decline reason. */
export async function countDeclines(
  deps: Deps,
  merchantId: number,
  { from, until }: { from: Date; until: Date },
): Promise<CountedDeclines> {
  const found = await store.countDeclines(deps.history, merchantId, { from, until, limit: MOST_COUNTED });
  const sums = new Map<string, CountedDeclines["declines"][number]>();
  for (const { gateway, status, code, count } of found.counts) {
    const reason = reasonOf(gateway, status, code);
    const key = `${gateway}\n${reason}`;
    sums.set(key, { gateway, reason, count: count + (sums.get(key)?.count ?? 0) });
  }
  const isComplete = found.counted < MOST_COUNTED;
  const unmapped = unmappedCodes(found.counts);
  return {
    unmapped: unmapped.slice(0, MOST_UNMAPPED),
    unmappedPayments: unmapped.reduce((sum, { count }) => sum + count, 0),
    declines: [...sums.values()].sort(
      (one, other) => one.gateway.localeCompare(other.gateway, "en") || byReason(one.reason, other.reason),
    ),
    since: isComplete || found.oldest === null ? from : found.oldest,
    isComplete,
  };
}

/** One for each gateway and code, whether the payment failed or was dropped. */
function unmappedCodes(counts: readonly store.DeclineCount[]): CountedDeclines["unmapped"] {
  const sums = new Map<string, CountedDeclines["unmapped"][number]>();
  for (const { gateway, code, count } of counts) {
    if (code === null || isMapped(gateway, code)) continue;
    const key = `${gateway}\n${code}`;
    sums.set(key, { gateway, code, count: count + (sums.get(key)?.count ?? 0) });
  }
  return [...sums.values()].sort(
    (one, other) =>
      other.count - one.count ||
      one.gateway.localeCompare(other.gateway, "en") ||
      one.code.localeCompare(other.code, "en"),
  );
}
