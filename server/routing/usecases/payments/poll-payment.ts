import type { Db } from "@/server/platform/pool";
import { findRefundHold, isFromBackup } from "@/server/platform/refund-hold";
import { inTransaction } from "@/server/platform/transaction";
import type { Payment } from "../../domain/payments/payment";
import { mustClose } from "../../domain/payments/poll-until";
import { type Gateway, type GatewayPayment, GatewayUnavailable } from "../../gateway/port";
import { findPayment, lockPayment } from "../../store/payments/payments";
import { savePolledUntil } from "../../store/payments/payment-polling";
import { backoffMs } from "../backoff";
import type { Deps } from "../deps";
import type { CallRun } from "../gateways/gateway-calls";
import { requireGatewayOf } from "../gateways/gateway-of";
import { lookUpInTurn } from "../gateways/look-up-in-turn";
import { lookAgain } from "../reconcile/look-again";
import { countPolledWith } from "./count-polled";
import { scheduleLookup, schedulePoll } from "./schedule-lookup";
import { applyGatewayPayment } from "./apply-gateway-payment";
import { SentBackUnknown, withoutSentBackCharges } from "./sent-back-before-restore";

/**
 * One polling step of a payment (decision 0012): fetches its status at the gateway, applies it and schedules the next
 * poll, until no money can arrive any more or the polling time is over. The last poll does not wait for a gateway that
 * does not respond. Also closes the checkout of a payment that
 * has ended, where the gateway can. Safe to repeat: every status is applied under the payment's lock.
 */
export async function pollPayment(
  deps: Deps,
  job: { merchantId: number; paymentId: string; attempt: number },
): Promise<void> {
  const payment = await requirePayment(deps, job.merchantId, job.paymentId);
  if (payment.polledUntil === null) return;
  const isLast = payment.polledUntil <= deps.clock.now();
  const heard = await unlessUnavailable(deps, payment, { canWait: !isLast });
  const sharing = await countPolledWith(deps, payment);
  if (heard === "not_asked") return schedulePoll(deps, deps.pool, payment, job.attempt, sharing);
  const { reported, isCharged } = heard;
  if (reported !== null) await applyGatewayPayment(deps, payment, reported);

  await inTransaction(deps.pool, async (db) => {
    const current = await lockPayment(db, payment.merchantId, payment.id);
    if (current === null || current.polledUntil === null) return;
    const mustGoOn = reported === null && (isCharged || (await mustBePolledAfterRestore(deps, db, current)));
    if (current.polledUntil > deps.clock.now() || mustGoOn) {
      const hasJustEnded = payment.status === "INITIATED" && current.status !== "INITIATED";
      await schedulePoll(deps, db, current, hasJustEnded ? 0 : job.attempt + 1, sharing);
    } else {
      await savePolledUntil(db, payment.merchantId, payment.id, null);
    }
  });
}

/** The pauses of a lookup whose gateway holds as many workers as it may: a customer may be waiting for it. */
const BUSY_AGAIN = { firstMs: 1_000, capMs: 15_000 };
const AFTER_RELEASE_MS = 24 * 60 * 60_000;

/**
 * A payment that is initiated in a restored backup may have been paid since, and its polling time may be over at the
 * first poll: one outage must not end it as DROP. Its gateway is polled until a day after the release of refunds
 * (decision 0237).
 */
async function mustBePolledAfterRestore(deps: Deps, db: Db, payment: Payment): Promise<boolean> {
  if (payment.status !== "INITIATED" || payment.gatewayCheckoutId === null) return false;
  const hold = await findRefundHold(db);
  if (hold === null || !isFromBackup(hold, payment.createdAt)) return false;
  return (
    hold.releasedAt === null || deps.clock.now().getTime() < hold.releasedAt.getTime() + AFTER_RELEASE_MS
  );
}

/**
 * Looks up a payment once, polled or not, after a notification or a customer's return. Throws when the gateway does not
 * respond, so that the job is retried.
 */
export async function lookUpPayment(
  deps: Deps,
  { merchantId, paymentId, attempt = 0 }: { merchantId: number; paymentId: string; attempt?: number },
): Promise<void> {
  const payment = await requirePayment(deps, merchantId, paymentId);
  const run = await callInTurn(deps, payment, { canWait: false });
  if (run.kind === "busy")
    return scheduleLookup(deps.pool, payment, backoffMs(attempt, BUSY_AGAIN), attempt + 1);
  const reported = run.value;
  if (reported === null) return;
  await applyGatewayPayment(deps, payment, reported);
  if (payment.status === "SUCCESS") await lookAgain(deps, payment, reported);
}

async function requirePayment(deps: Deps, merchantId: number, id: string): Promise<Payment> {
  const payment = await findPayment(deps.pool, merchantId, id);
  if (payment === null) throw new Error(`payment ${id} is missing`);
  return payment;
}

/** Null when no gateway ever opened a checkout for the payment. */
async function callInTurn(
  deps: Deps,
  payment: Payment,
  options: { canWait: boolean },
): Promise<CallRun<GatewayPayment | null>> {
  const { gateway: name, gatewayCheckoutId: checkoutId } = payment;
  if (name === null || checkoutId === null) return { kind: "done", value: null };
  const place = { ...payment, gateway: name };
  return lookUpInTurn(deps, place, options, async () => {
    const gateway = await requireGatewayOf(deps, place);
    const reported = await readCheckout(deps, payment, gateway, checkoutId);
    return withoutSentBackCharges(deps, gateway, payment, reported);
  });
}

async function readCheckout(
  deps: Deps,
  payment: Payment,
  gateway: Gateway,
  checkoutId: string,
): Promise<GatewayPayment> {
  if (mustClose(payment) && gateway.capabilities.voids) {
    return closeCheckout(deps, payment.id, gateway, checkoutId);
  }
  // Nothing may be taken for a payment that has ended, also after its polling.
  const purpose = payment.status === "INITIATED" ? "take" : "look";
  return gateway.fetchPayment(checkoutId, purpose);
}

/** That a checkout cannot be closed does not hide what was paid on it; the log has the reason. */
async function closeCheckout(
  deps: Deps,
  paymentId: string,
  gateway: Gateway,
  checkoutId: string,
): Promise<GatewayPayment> {
  try {
    return await gateway.voidCheckout(checkoutId);
  } catch (error) {
    const found = await gateway.fetchPayment(checkoutId, "look").catch(() => null);
    if (found === null || found.status === "OPEN") throw error;
    logUnusable(deps, paymentId, error);
    return found;
  }
}

type Heard = {
  /** Null also when the gateway did not respond: nothing is known, and it is polled again. */
  reported: GatewayPayment | null;
  /** There is a charge of which the gateway does not say whether it was sent back: polled until it does (decision 0237). */
  isCharged: boolean;
};

async function unlessUnavailable(
  deps: Deps,
  payment: Payment,
  options: { canWait: boolean },
): Promise<Heard | "not_asked"> {
  try {
    const run = await callInTurn(deps, payment, options);
    return run.kind === "busy" ? "not_asked" : { reported: run.value, isCharged: false };
  } catch (error) {
    // No error may use up the job's attempts and end the polling: it is scheduled again, and the log has the reason.
    const isCharged = error instanceof SentBackUnknown;
    if (isCharged) logUndecided(deps, payment, error);
    else logUnusable(deps, payment.id, error);
    return { reported: null, isCharged };
  }
}

function logUndecided(deps: Deps, { id, merchantId }: Payment, error: SentBackUnknown): void {
  deps.logger.error(
    { err: error, payment: id, merchantId },
    "this payment from before the restore was charged, and stays initiated until the gateway says whether the money was sent back: make sure that its credentials may read refunds, or look there, and cancel the payment if it was sent back",
  );
}

function logUnusable(deps: Deps, paymentId: string, error: unknown): void {
  const level = error instanceof GatewayUnavailable ? "warn" : "error";
  deps.logger[level]({ err: error, payment: paymentId }, "the gateway gave no usable answer");
}
