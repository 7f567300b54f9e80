import type { DeclineReason } from "@/lib/contract/decline-reasons";
import * as store from "../../store/payments/declined-payments";
import type { Deps } from "../deps";
import { byReason, reasonOf } from "./decline-of-payment";

/** Bounds the cost of the count for a busy merchant; about a tenth of a second (decision 0312). */
const MOST_COUNTED = 200_000;

export type CountedDeclines = {
  declines: { gateway: string; reason: DeclineReason; count: number }[];
  /** From when on all are counted: the requested start, unless there were too many. */
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
  return {
    declines: [...sums.values()].sort(
      (one, other) => one.gateway.localeCompare(other.gateway, "en") || byReason(one.reason, other.reason),
    ),
    since: isComplete || found.oldest === null ? from : found.oldest,
    isComplete,
  };
}
