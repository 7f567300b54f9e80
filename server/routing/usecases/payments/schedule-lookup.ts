import { addJob } from "@/server/platform/add-job";
import type { Db } from "@/server/platform/pool";
import type { Payment } from "../../domain/payments/payment";
import { mustClose } from "../../domain/payments/watch";
import { backoffMs } from "../backoff";
import type { Deps } from "../deps";

/** The job that follows a watched payment until no money can come for it any more; see `watch-payment.ts`. */
export const WATCH_PAYMENT = "watch-payment";
/** The job that asks about a payment once, because somebody hinted that something happened; see `watch-payment.ts`. */
export const LOOK_UP_PAYMENT = "look-up-payment";

type PaymentId = Pick<Payment, "merchantId" | "id">;

/** From the first pause, the pauses between looks double up to this many times it: five seconds become five minutes. */
const LONGEST_PAUSE_FACTOR = 60;

/** A payment has one watch, whoever plans its next step. */
function watchKey({ merchantId, id }: PaymentId): string {
  return `payment:${merchantId}:${id}`;
}

/** Plans the next look of a payment's watch; an earlier one that waits already keeps its time. */
export async function planWatch(deps: Deps, db: Db, payment: PaymentId, attempt: number): Promise<void> {
  const { merchantId, id: paymentId } = payment;
  const delayMs = backoffMs(attempt, {
    firstMs: deps.firstPollMs,
    capMs: deps.firstPollMs * LONGEST_PAUSE_FACTOR,
  });
  const job = { merchantId, paymentId, attempt };
  await addJob(db, WATCH_PAYMENT, job, { delayMs, key: watchKey(payment), onWaiting: "keep" });
}

/**
 * Has the checkout of a payment that ended without money closed at its gateway at once, in the transaction that ended
 * it. Does nothing for a payment that no money can come for.
 */
export async function planClosing(db: Db, payment: Payment): Promise<void> {
  if (!mustClose(payment)) return;
  const job = { merchantId: payment.merchantId, paymentId: payment.id, attempt: 0 };
  await addJob(db, WATCH_PAYMENT, job, { key: watchKey(payment) });
}

/** Has a payment looked up soon. However often it is hinted, one such look waits for each payment. */
export async function scheduleLookup(db: Db, payment: PaymentId, delayMs: number): Promise<void> {
  const { merchantId, id: paymentId } = payment;
  const key = `payment-hint:${merchantId}:${paymentId}`;
  await addJob(db, LOOK_UP_PAYMENT, { merchantId, paymentId }, { delayMs, key, onWaiting: "keep" });
}
