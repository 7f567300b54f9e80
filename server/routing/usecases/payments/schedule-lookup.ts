import { addJob, type JobOrigin, jobOrigin, type JobToAdd } from "@/server/platform/add-job";
import type { Db } from "@/server/platform/pool";
import type { Payment } from "../../domain/payments/payment";
import { mustClose } from "../../domain/payments/poll-until";
import { pollKey } from "../../store/payments/payment-polling";
import { backoffMs } from "../backoff";
import type { Deps } from "../deps";

/** The job that polls a payment until no money can arrive for it any more; see `poll-payment.ts`. */
export const POLL_PAYMENT = "watch-payment";
/** The job that looks up a payment once, after a notification or a customer's return; see `poll-payment.ts`. */
export const LOOK_UP_PAYMENT = "look-up-payment";

type PaymentId = Pick<Payment, "merchantId" | "id">;

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

type Polled = PaymentId & Partial<Pick<Payment, "completedAt">>;

/**
 * The next poll of a payment; a poll that is already scheduled earlier keeps its time. `sharing`: how many payments its
 * gateway is polled for, which makes the longest pause longer, and not the first ones.
 */
export function pollJob(
  deps: Pick<Deps, "clock" | "firstPollMs">,
  payment: Polled,
  attempt: number,
  sharing = 0,
): JobToAdd {
  const { merchantId, id: paymentId, completedAt = null } = payment;
  const isLater = completedAt !== null && deps.clock.now().getTime() - completedAt.getTime() >= LATER_MS;
  const factor = isLater ? LONGEST_PAUSE_FACTOR_LATER : LONGEST_PAUSE_FACTOR;
  const sharedMs = Math.min(sharing * SHARE_OF_POLLS_MS, LONGEST_SHARED_PAUSE_MS);
  const capMs = Math.max(deps.firstPollMs * factor, sharedMs);
  const delayMs = backoffMs(attempt, { firstMs: deps.firstPollMs, capMs });
  return {
    task: POLL_PAYMENT,
    payload: { merchantId, paymentId, attempt },
    options: { delayMs, key: pollKey(payment), onWaiting: "keep" },
  };
}

export async function schedulePoll(
  deps: Deps,
  db: Db,
  payment: Polled,
  attempt: number,
  sharing?: number,
): Promise<void> {
  const { task, payload, options } = pollJob(deps, payment, attempt, sharing);
  await addJob(db, task, payload, options);
}

/** Schedules the first poll of a payment that has just been paid and may be charged again; one that waits is brought forward. */
export async function schedulePollOfPaid(deps: Deps, db: Db, payment: PaymentId): Promise<void> {
  const { task, payload, options } = pollJob(deps, payment, 0);
  await addJob(db, task, payload, { ...options, onWaiting: "soonest" });
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
  if (!mustClose(payment)) return;
  const job = { merchantId: payment.merchantId, paymentId: payment.id, attempt: 0 };
  await addJob(db, POLL_PAYMENT, job, { key: pollKey(payment), origin });
}

/**
 * Schedules a lookup of a payment soon. However often this is called, at most one lookup per payment is pending. `attempt`:
 * how often it found no free worker.
 */
export async function scheduleLookup(
  db: Db,
  payment: PaymentId,
  delayMs: number,
  attempt = 0,
): Promise<void> {
  const { merchantId, id: paymentId } = payment;
  const key = `payment-hint:${merchantId}:${paymentId}`;
  await addJob(db, LOOK_UP_PAYMENT, { merchantId, paymentId, attempt }, { delayMs, key, onWaiting: "keep" });
}
