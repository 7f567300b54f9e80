import { backoffMs } from "@/server/platform/backoff";
import { type JobOrigin, jobOrigin } from "@/server/platform/run-job";
import type { Db } from "@/server/platform/pool";
import type { Payment } from "../../domain/payments/payment";
import { mustClose } from "../../domain/payments/poll-until";
import { beginPolls, type NewPoll } from "../../store/payments/due-polls";
import type { Deps } from "../deps";

/**
 * The pause between polls doubles from the first one up to this factor: five seconds become five minutes. They become half an
 * hour where a payment ended an hour ago, and its checkout could not be closed since: each poll tries that with several calls.
 */
const LONGEST_PAUSE_FACTOR = 60;
const LONGEST_PAUSE_FACTOR_LATER = 360;
const LATER_MS = 60 * 60_000;

/** The payments of a gateway share twenty polls a second, as far as the longest pause of half an hour allows. */
const SHARE_OF_POLLS_MS = 50;
const LONGEST_SHARED_PAUSE_MS = 30 * 60_000;
export const POLLED_COUNTED_UP_TO = 2 * (LONGEST_SHARED_PAUSE_MS / SHARE_OF_POLLS_MS);

/**
 * The pause before the next poll of a payment that was polled `polls` times. `sharing`: how many payments its gateway is polled
 * for, which makes the longest pause longer, and not the first ones.
 */
export function paymentPollPauseMs(
  deps: Pick<Deps, "clock" | "firstPollMs">,
  { completedAt }: Pick<Payment, "completedAt">,
  polls: number,
  sharing = 0,
): number {
  const isLater = completedAt !== null && deps.clock.now().getTime() - completedAt.getTime() >= LATER_MS;
  const factor = isLater ? LONGEST_PAUSE_FACTOR_LATER : LONGEST_PAUSE_FACTOR;
  const sharedMs = Math.min(sharing * SHARE_OF_POLLS_MS, LONGEST_SHARED_PAUSE_MS);
  const maxMs = Math.max(deps.firstPollMs * factor, sharedMs);
  return backoffMs(polls, { firstMs: deps.firstPollMs, factor: 2, maxMs });
}

/** The first poll of a payment, on behalf of the current request. */
export function firstPoll(deps: Pick<Deps, "clock" | "firstPollMs">): NewPoll {
  return { pauseMs: paymentPollPauseMs(deps, { completedAt: null }, 0), origin: jobOrigin() };
}

/**
 * Schedules the closing of a checkout at its gateway at once, in the transaction that ended the payment without a
 * charge. Does nothing for a payment that can receive no money. `origin`: the request that ended it, the current one by
 * default.
 */
export async function scheduleClosing(
  db: Db,
  payment: Payment,
  origin: JobOrigin = jobOrigin(),
): Promise<void> {
  if (mustClose(payment)) await beginPolls(db, payment, { pauseMs: 0, origin });
}
