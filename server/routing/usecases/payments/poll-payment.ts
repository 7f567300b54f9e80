import { randomUUID } from "node:crypto";
import type { Released } from "@/server/platform/due-rows/due-rows";
import type { Release } from "@/server/platform/due-rows/work-due-rows";
import type { Db } from "@/server/platform/pool";
import { findRefundHold, isFromBackup } from "@/server/platform/refund-hold";
import { inTransaction } from "@/server/platform/transaction";
import type { Payment } from "../../domain/payments/payment";
import { mustClose } from "../../domain/payments/poll-until";
import { type Gateway, type GatewayPayment, GatewayUnavailable } from "../../gateway/port";
import { askForPoll, duePolls, type TakenPoll } from "../../store/payments/due-polls";
import { findPayment, lockPayment } from "../../store/payments/payments";
import { endPolling } from "../../store/payments/payment-polling";
import type { Deps } from "../deps";
import type { CallRun } from "../gateways/gateway-calls";
import { requireGatewayOf } from "../gateways/gateway-of";
import { lookUpUnlessOpen } from "../gateways/look-up-unless-open";
import { lookAgain } from "../reconcile/look-again";
import { applyGatewayPayment } from "./apply-gateway-payment";
import { countPolledWith } from "./count-polled";
import { paymentPollPauseMs } from "./schedule-poll";
import { SentBackUnknown, withoutSentBackCharges } from "./sent-back-before-restore";

/** Takes the poll of this payment and makes it, due or not; does nothing while a worker has it, or where none is needed. */
export async function pollPayment(
  deps: Deps,
  { merchantId, paymentId }: { merchantId: number; paymentId: string },
): Promise<void> {
  const taken = await duePolls.takeOne(deps.pool, randomUUID(), { merchantId, id: paymentId });
  if (taken !== null) await stepPoll(deps, taken);
}

/**
 * One step of a payment's polls (decision 0012): fetches its status at the gateway, applies it and says when the next poll is
 * due, until no money can arrive any more or the polling time is over. The last poll does not wait for a gateway that
 * does not respond. Also closes the checkout of a payment that has ended, where the gateway can. Safe to repeat: every
 * status is applied under the payment's lock.
 */
export async function stepPoll(
  deps: Deps,
  poll: TakenPoll,
  release: Release<TakenPoll> = (released) => duePolls.release(deps.pool, [released]),
): Promise<void> {
  const { polledUntil } = poll.payment;
  await release(polledUntil === null ? await lookUpOnce(deps, poll) : await step(deps, poll, polledUntil));
}

type Next = Released<TakenPoll>;
const over = (row: TakenPoll): Next => ({ row, pauseMs: null });

async function step(deps: Deps, poll: TakenPoll, polledUntil: Date): Promise<Next> {
  const { payment, polls, askedAt } = poll;
  const isLast = polledUntil <= deps.clock.now();
  const heard = await unlessUnavailable(deps, payment, { canWait: !isLast && askedAt === null });
  const sharing = await countPolledWith(deps, payment);
  const pauseAfter = (made: number): number => paymentPollPauseMs(deps, payment, made, sharing);
  if (heard === "not_asked") return { row: poll, pauseMs: pauseAfter(polls) };
  const { reported } = heard;
  if (reported !== null && (await apply(deps, poll, reported)) === null) return over(poll);
  const isHeard = reported !== null || askedAt === null;
  // Also after its end, a lookup that was asked for is made until its gateway responds.
  if (isLast && (await hasEnded(deps, payment, heard)) && isHeard) return over(poll);
  const made = askedAt === null ? polls + 1 : polls;
  if (isHeard) return { row: { ...poll, polls: made, askedAt: null }, pauseMs: pauseAfter(made) };
  return { row: poll, pauseMs: Math.min(pauseAfter(made), pauseUntilAskedAgain(deps, askedAt)) };
}

/** Returns until when the payment is polled from now on. What was paid is compared where somebody asked (decision 0366). */
async function apply(
  deps: Deps,
  { payment, askedAt }: TakenPoll,
  reported: GatewayPayment,
): Promise<Date | null> {
  const until = await applyGatewayPayment(deps, payment, reported);
  if (askedAt !== null && payment.status === "SUCCESS") await lookAgain(deps, payment, reported);
  return until;
}

/** Ends the polling whose time is over, unless something must be found out first. */
async function hasEnded(deps: Deps, payment: Payment, { reported, isCharged }: Heard): Promise<boolean> {
  return inTransaction(deps.pool, async (db) => {
    const current = await lockPayment(db, payment.merchantId, payment.id);
    if (current === null || current.polledUntil === null) return true;
    if (current.polledUntil > deps.clock.now()) return false;
    if (reported === null && (isCharged || (await mustBePolledAfterRestore(deps, db, current)))) return false;
    await endPolling(db, current);
    return true;
  });
}

/** A lookup that gets no response for this long is given up: the daily reconciliation compares the payment. */
const GIVE_UP_MS = 3 * 24 * 60 * 60_000;

/** Looks up a payment that is not polled any more, after a notification: until its gateway responds. */
async function lookUpOnce(deps: Deps, poll: TakenPoll): Promise<Next> {
  const { payment, askedAt } = poll;
  // Its polling ended while another statement held this row.
  if (askedAt === null) return over(poll);
  const heard = await unlessUnavailable(deps, payment, { canWait: false });
  if (payment.gatewayCheckoutId === null) return over(poll);
  if (heard === "not_asked" || heard.reported === null) {
    if (deps.clock.now().getTime() - askedAt.getTime() <= GIVE_UP_MS)
      return { row: poll, pauseMs: pauseUntilAskedAgain(deps, askedAt) };
    deps.logger.error({ payment: payment.id }, "a lookup is given up: the gateway gave no usable answer");
    return over(poll);
  }
  if ((await apply(deps, poll, heard.reported)) === null) return over(poll);
  return { row: { ...poll, polls: 0, askedAt: null }, pauseMs: paymentPollPauseMs(deps, payment, 0) };
}

const SOONEST_ASKED_AGAIN_MS = 1_000;
const LATEST_ASKED_AGAIN_MS = 30 * 60_000;

/** The pause of a lookup that got no response doubles, as its age does: a customer may be waiting for it. */
function pauseUntilAskedAgain({ clock }: Deps, askedAt: Date): number {
  const ageMs = clock.now().getTime() - askedAt.getTime();
  return Math.min(Math.max(ageMs, SOONEST_ASKED_AGAIN_MS), LATEST_ASKED_AGAIN_MS);
}

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
 * Looks up a payment at once, polled or not. Throws when the gateway does not respond. Where the gateway holds as many workers
 * as it may, the lookup is left to a worker.
 */
export async function lookUpPayment(
  deps: Deps,
  { merchantId, paymentId }: { merchantId: number; paymentId: string },
): Promise<void> {
  const payment = await requirePayment(deps, merchantId, paymentId);
  const run = await deps.gatewayCalls.lookups.run(payment.gateway ?? "", () =>
    callUnlessOpen(deps, payment, { canWait: false }),
  );
  if (run.kind === "busy" || run.value.kind === "busy")
    return askForPoll(deps.pool, payment, SOONEST_ASKED_AGAIN_MS);
  const reported = run.value.value;
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
async function callUnlessOpen(
  deps: Deps,
  payment: Payment,
  options: { canWait: boolean },
): Promise<CallRun<GatewayPayment | null>> {
  const { gateway: name, gatewayCheckoutId: checkoutId } = payment;
  if (name === null || checkoutId === null) return { kind: "done", value: null };
  const place = { ...payment, gateway: name };
  return lookUpUnlessOpen(deps, place, options, async () => {
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
    const run = await callUnlessOpen(deps, payment, options);
    return run.kind === "busy" ? "not_asked" : { reported: run.value, isCharged: false };
  } catch (error) {
    // No error ends the polling: the payment is polled again, and the log has the reason.
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
