import { formatPaise } from "@/lib/money";
import type { Db } from "@/server/platform/pool";
import { jobOrigin } from "@/server/platform/run-job";
import { inTransaction } from "@/server/platform/transaction";
import { movePayment, type Payment } from "../../domain/payments/payment";
import { pollCheckoutUntil } from "../../domain/payments/poll-until";
import { type Refund, reversalId } from "../../domain/refunds/refund";
import type { Charge, ChargedMoney } from "../../gateway/port";
import { insertPaymentEvent, lockPayment } from "../../store/payments/payments";
import { savePaymentMove } from "../../store/payments/save-move";
import { endPolling, savePolledUntil } from "../../store/payments/payment-polling";
import { dueRefunds } from "../../store/refunds/due-refunds";
import { insertRefund } from "../../store/refunds/refunds";
import type { Deps } from "../deps";
import { countEnd } from "./count-end";
import { matchesRequest, methodOf, succeeded } from "./pay-open-payment";
import { recordFailure } from "./record-failure";
import { firstPoll } from "./schedule-poll";

export type ReportedCharge =
  | { kind: "moved"; payment: Payment }
  /** The report was repeated, or is a failure that no longer changes anything. */
  | { kind: "unchanged"; payment: Payment }
  /** A late payment: its charge is being reversed (decision 0004). */
  | { kind: "reversing"; payment: Payment }
  /** The charge has a different amount or currency: the payment has failed, and the charge is being reversed. */
  | { kind: "mismatched"; payment: Payment };

type FailedCharge = Extract<Charge, { status: "FAILURE" }>;
type SuccessfulCharge = Extract<Charge, { status: "SUCCESS" }>;

/**
 * Applies a gateway's status of a payment, in any order of reports: the first final one moves an initiated payment
 * (decision 0032); a success for a payment that ended otherwise is recorded and reversed, once per charge (decision
 * 0004). A charge of another amount or currency never makes a payment SUCCESS (decision 0004). Returns what became of the
 * charge itself. Its `otherCharges` are recorded in the same transaction, or none is: polling ends with it, and nothing
 * would find them afterwards (failure 140). It does not end while the customer may be charged again (failure 141).
 */
export async function reportCharge(
  deps: Deps,
  merchantId: number,
  paymentId: string,
  charge: Charge,
): Promise<ReportedCharge> {
  if (isPlain(charge)) {
    const paid = await deps.paidPayments({ merchantId, paymentId, charge });
    if (paid !== "not_plain") {
      countEnd(deps, paid);
      return { kind: "moved", payment: paid };
    }
  }
  const { reported, hasEnded } = await inTransaction<Applied>(deps.pool, async (db) => {
    const locked = await lockPayment(db, merchantId, paymentId);
    if (locked === null) throw new Error(`a gateway reported the unknown payment ${paymentId}`);
    const at = deps.clock.now();
    const isFinal = charge.status === "FAILURE" || charge.mayStillBeCharged !== true;
    const payment = { ...locked, polledUntil: isFinal ? null : await pollOn(deps, db, locked, at) };
    const result = await apply(deps, db, payment, charge, at);
    // A payment that ends here was saved with the end of its polling.
    if (isFinal && locked.polledUntil !== null && !result.hasEnded) await endPolling(db, locked);
    return result;
  });
  if (hasEnded) countEnd(deps, reported.payment);
  if (reported.kind === "mismatched") {
    deps.logger.error(
      { payment: paymentId, merchantId, gatewayTransactionId: charge.gatewayTransactionId },
      "a gateway charged another amount or currency than requested; the payment has failed and the money goes back",
    );
  }
  return reported;
}

/** A success without anything to record beside it, as nearly all are. */
function isPlain(charge: Charge): charge is SuccessfulCharge {
  return (
    charge.status === "SUCCESS" &&
    charge.mayStillBeCharged !== true &&
    charge.wasSentBack !== true &&
    (charge.otherCharges ?? []).length === 0
  );
}

type Applied = { reported: ReportedCharge; hasEnded: boolean };

async function apply(deps: Deps, db: Db, payment: Payment, charge: Charge, at: Date): Promise<Applied> {
  if (charge.status === "FAILURE") return applied(await fail(deps, db, payment, charge, at));
  const unpaid = await endUnpaid(db, payment, charge, at);
  const first = await succeed(db, unpaid ?? payment, charge, at);
  for (const other of charge.otherCharges ?? []) await succeed(db, first.payment, other, at);
  return { ...applied(first), ...(unpaid === null ? {} : { hasEnded: true }) };
}

function applied(reported: ReportedCharge): Applied {
  return { reported, hasEnded: reported.kind === "moved" || reported.kind === "mismatched" };
}

/**
 * Also where polling had ended: an earlier lookup did not show yet what is open. The pauses begin anew with the first charge:
 * the customer has a page before them that takes their money again. Returns until when it is polled.
 */
async function pollOn(deps: Deps, db: Db, payment: Payment, at: Date): Promise<Date | null> {
  const { polledUntil } = payment;
  if (polledUntil !== null && payment.status !== "INITIATED") return polledUntil;
  const until = polledUntil ?? pollCheckoutUntil(payment);
  if (polledUntil === null && until <= at) return null;
  await savePolledUntil(db, payment, until, firstPoll(deps));
  return until;
}

/** A comparison closes nothing: it calls this to begin polls, which do. */
export async function pollWhatMayBeCharged(deps: Deps, { merchantId, id }: Payment): Promise<void> {
  await inTransaction(deps.pool, async (db) => {
    const payment = await lockPayment(db, merchantId, id);
    if (payment !== null) await pollOn(deps, db, payment, deps.clock.now());
  });
}

async function fail(
  deps: Deps,
  db: Db,
  payment: Payment,
  charge: FailedCharge,
  at: Date,
): Promise<ReportedCharge> {
  await recordFailure(deps, db, payment, charge.failure);
  const moved = movePayment(payment, "FAILURE", at, charge.gatewayTransactionId);
  if (!moved.ok) return { kind: "unchanged", payment };
  await savePaymentMove(db, moved.value, {
    kind: "failed",
    at,
    detail: methodOf(payment),
  });
  return { kind: "moved", payment: moved.value };
}

/** Its charges were sent back before the restore of a backup (decision 0237): it ended unpaid then, and does again. */
async function endUnpaid(
  db: Db,
  payment: Payment,
  charge: SuccessfulCharge,
  at: Date,
): Promise<Payment | null> {
  if (charge.wasSentBack !== true || !matchesRequest(payment, charge)) return null;
  const moved = movePayment(payment, "DROP", at);
  if (!moved.ok) return null;
  await savePaymentMove(db, moved.value, { kind: "dropped", at, detail: { cause: "sent_back" } });
  return moved.value;
}

async function succeed(db: Db, payment: Payment, charge: ChargedMoney, at: Date): Promise<ReportedCharge> {
  const isAsRequested = matchesRequest(payment, charge);
  const moved = movePayment(payment, isAsRequested ? "SUCCESS" : "FAILURE", at, charge.gatewayTransactionId);
  if (!moved.ok) {
    const isOwnCharge =
      payment.status === "SUCCESS" && payment.gatewayTransactionId === charge.gatewayTransactionId;
    const isReversing = !isOwnCharge && (await reverse(db, payment, charge, at, "late_success_reversed"));
    return { kind: isReversing ? "reversing" : "unchanged", payment };
  }
  if (isAsRequested) {
    await savePaymentMove(db, moved.value, succeeded(payment, at));
    return { kind: "moved", payment: moved.value };
  }
  await savePaymentMove(db, moved.value, {
    kind: "failed",
    at,
    detail: { cause: "charge_mismatch" },
  });
  await reverse(db, payment, charge, at, "charge_mismatch");
  return { kind: "mismatched", payment: moved.value };
}

/**
 * Records the reversal of the full charge, with the event that gives operators the reason. Each charge is reversed
 * once. False when nothing was charged.
 */
async function reverse(
  db: Db,
  payment: Payment,
  charge: ChargedMoney,
  at: Date,
  eventKind: "late_success_reversed" | "charge_mismatch",
): Promise<boolean> {
  const { gatewayTransactionId, amountPaise, currency } = charge;
  const hasMoney = amountPaise > 0n;
  const refund = reversalOf(payment, charge, at);
  const isNew = hasMoney && (await insertRefund(db, { refund, origin: jobOrigin() }));
  if (isNew || eventKind === "charge_mismatch") {
    await insertPaymentEvent(db, payment.merchantId, payment.id, {
      kind: eventKind,
      at,
      detail: {
        gateway_transaction_id: gatewayTransactionId,
        status: payment.status,
        asked: `${formatPaise(payment.amountPaise)} ${payment.currency}`,
        charged: `${formatPaise(amountPaise)} ${currency}`,
      },
    });
  }
  if (isNew) dueRefunds.areDue(db);
  return hasMoney;
}

function reversalOf(payment: Payment, charge: ChargedMoney, requestedAt: Date): Refund {
  const { merchantId, id: paymentId, reference, gateway } = payment;
  const { gatewayTransactionId, amountPaise, currency } = charge;
  if (gateway === null) throw new Error(`payment ${paymentId} was charged and names no gateway`);
  return {
    merchantId,
    kind: "reversal",
    id: reversalId(paymentId, gatewayTransactionId),
    paymentId,
    charge: gatewayTransactionId,
    reference,
    amountPaise,
    currency,
    status: "INITIATED",
    reason: null,
    gateway,
    gatewayRefundId: null,
    // It may have been sent before the restore of a backup that lacks it.
    isUnsent: false,
    requestedAt,
    completedAt: null,
    succeededLateAt: null,
    lateChanges: 0,
    failure: null,
  };
}
