import { cachedCount } from "@/server/platform/cached-count";
import type { Refund } from "../../domain/refunds/refund";
import { countOpenRefundsSince } from "../../store/refunds/refunds";
import type { Deps } from "../deps";
import { COUNTED_UP_TO, OPEN_COUNTED_UP_TO, YOUNG_MS } from "../poll-pause";

const EVER = new Date(0);

/** Pending refunds of the last minute, over all merchants and gateways: these are polled often. */
export const countYoungRefunds = cachedCount((db, at) =>
  countOpenRefundsSince(db, new Date(at.getTime() - YOUNG_MS), COUNTED_UP_TO),
);

/** All pending refunds, over all merchants and gateways: those older than a minute share one rate of polls. */
const countOpenRefunds = cachedCount((db) => countOpenRefundsSince(db, EVER, OPEN_COUNTED_UP_TO));

/**
 * The numbers of pending refunds that set the pause for one of its age: young ones count young ones, older ones count
 * all.
 */
export async function countPendingRefunds(
  { pool, clock }: Deps,
  refund: Refund,
): Promise<{ young: number; open: number }> {
  const now = clock.now();
  const [young, open] = await Promise.all([
    countYoungRefunds(pool, now),
    now.getTime() - refund.requestedAt.getTime() < YOUNG_MS ? 0 : countOpenRefunds(pool, now),
  ]);
  return { young, open };
}
