import { formatPaise } from "@/lib/money";
import type { Db } from "@/server/platform/pool";
import { inTransaction } from "@/server/platform/transaction";
import { movePayment, type Payment } from "../../domain/payments/payment";
import type { Charge } from "../../gateway/port";
import { insertPaymentEvent, lockPayment, savePaymentMove } from "../../store/payments/payments";
import { saveWatch } from "../../store/payments/payment-watch";
import { insertReversal } from "../../store/reversals/reversals";
import type { Deps } from "../deps";
import { planReversal } from "../reversals/schedule-refund-jobs";

export type ReportedCharge =
  | { kind: "moved"; payment: Payment }
  /** The same report again, or a failure that changes nothing any more. */
  | { kind: "unchanged"; payment: Payment }
  /** Money came for a payment that could not be paid any more: it is on its way back (decision 0033). */
  | { kind: "reversing"; payment: Payment }
  /** Other money came than was asked for: the payment has failed, and what was taken is on its way back. */
  | { kind: "mismatched"; payment: Payment };

type SuccessfulCharge = Extract<Charge, { status: "SUCCESS" }>;

/**
 * Takes a gateway's word on a payment, in whatever order such words come: the first one moves an open payment (decision 0032);
 * a success for one that has ended otherwise is reversed and recorded, once for each charge (decision 0033). A charge of
 * another amount or currency never makes a payment SUCCESS (decision 0013).
 */
export async function reportCharge(
  deps: Deps,
  merchantId: number,
  paymentId: string,
  charge: Charge,
): Promise<ReportedCharge> {
  const reported = await inTransaction(deps.pool, async (db) => {
    const payment = await lockPayment(db, merchantId, paymentId);
    if (payment === null) throw new Error(`a gateway reported the unknown payment ${paymentId}`);
    if (payment.watchedUntil !== null) await saveWatch(db, merchantId, paymentId, null);
    const at = deps.clock.now();
    return charge.status === "FAILURE" ? fail(db, payment, charge, at) : succeed(db, payment, charge, at);
  });
  if (reported.kind === "mismatched") {
    deps.logger.error(
      { payment: paymentId, merchantId, gatewayTransactionId: charge.gatewayTransactionId },
      "a gateway charged something else than was asked for; the payment has failed and the money goes back",
    );
  }
  return reported;
}

async function fail(db: Db, payment: Payment, charge: Charge, at: Date): Promise<ReportedCharge> {
  const moved = movePayment(payment, "FAILURE", at, charge.gatewayTransactionId);
  if (!moved.ok) return { kind: "unchanged", payment };
  await savePaymentMove(db, payment.merchantId, moved.value, {
    kind: "failed",
    at,
    detail: methodOf(payment),
  });
  return { kind: "moved", payment: moved.value };
}

async function succeed(
  db: Db,
  payment: Payment,
  charge: SuccessfulCharge,
  at: Date,
): Promise<ReportedCharge> {
  const matchesRequest = charge.amountPaise === payment.amountPaise && charge.currency === payment.currency;
  const moved = movePayment(payment, matchesRequest ? "SUCCESS" : "FAILURE", at, charge.gatewayTransactionId);
  if (!moved.ok) {
    const isOwnCharge =
      payment.status === "SUCCESS" && payment.gatewayTransactionId === charge.gatewayTransactionId;
    const isReversing = !isOwnCharge && (await reverse(db, payment, charge, at, "late_success_reversed"));
    return { kind: isReversing ? "reversing" : "unchanged", payment };
  }
  if (matchesRequest) {
    await savePaymentMove(db, payment.merchantId, moved.value, {
      kind: "succeeded",
      at,
      detail: methodOf(payment),
    });
    return { kind: "moved", payment: moved.value };
  }
  await savePaymentMove(db, payment.merchantId, moved.value, {
    kind: "failed",
    at,
    detail: { cause: "charge_mismatch" },
  });
  await reverse(db, payment, charge, at, "charge_mismatch");
  return { kind: "mismatched", payment: moved.value };
}

/** How the customer chose to pay on the service's own page; a vendor's page keeps that to itself. */
function methodOf(payment: Payment): Record<string, string> {
  return payment.paidMethod === null ? {} : { method: payment.paidMethod };
}

/**
 * Records that a charge goes back as it was taken, with the event that tells operators why. Each charge goes back once.
 * False when nothing was taken.
 */
async function reverse(
  db: Db,
  payment: Payment,
  charge: SuccessfulCharge,
  at: Date,
  eventKind: "late_success_reversed" | "charge_mismatch",
): Promise<boolean> {
  const { merchantId, id: paymentId, gateway } = payment;
  const { gatewayTransactionId, amountPaise, currency } = charge;
  if (gateway === null) throw new Error(`payment ${paymentId} was charged and names no gateway`);
  const hasMoney = amountPaise > 0n;
  const isNew =
    hasMoney &&
    (await insertReversal(db, merchantId, {
      merchantId,
      paymentId,
      gatewayTransactionId,
      gateway,
      amountPaise,
      currency,
      status: "INITIATED",
      gatewayRefundId: null,
      requestedAt: at,
      completedAt: null,
      watchedUntil: null,
    }));
  if (isNew || eventKind === "charge_mismatch") {
    await insertPaymentEvent(db, merchantId, paymentId, {
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
  if (isNew) await planReversal(db, { merchantId, paymentId, gatewayTransactionId });
  return hasMoney;
}
