import { formatPaise } from "@/lib/money";
import type { Db } from "@/server/platform/pool";
import { inTransaction } from "@/server/platform/transaction";
import { countsAsPaid, type Refund, type RefundFailure } from "../../domain/refunds/refund";
import { refundAlertWebhook } from "../../domain/webhooks/webhook-event";
import type { GatewayRefund } from "../../gateway/port";
import { lastLateChange } from "../../store/payments/payment-events";
import { insertPaymentEvent, lockPayment } from "../../store/payments/payments";
import {
  lockRefund,
  markRefundSucceededLate,
  saveRefundMove,
  writeRefundWebhook,
} from "../../store/refunds/refunds";
import type { Deps } from "../deps";
import { failureOfRefund } from "./refund-failure";

/** Records what a gateway reports of a refund or reversal that has ended here, if it reports another end (failure 24). */
export async function recordChangedEnd(deps: Deps, refund: Refund, reported: GatewayRefund): Promise<void> {
  const { status: to } = reported;
  if (to === "PENDING") return;
  if (refund.kind === "reversal") {
    if (to !== refund.status) await correctReversal(deps, refund, to, failureOfRefund(refund, reported));
  } else if (countsAsPaid(refund)) await recordAfterPaid(deps, refund, to);
  else if (to === "SUCCESS") await recordLateRefund(deps, refund);
}

/**
 * Failure 24, a refund paid late: the gateway paid a refund that it had called failed. FAILURE is final, but from now
 * on its amount counts as refunded and cannot be refunded again (decision 0213). What was already refunded again is for
 * a person to resolve; it is reported once.
 */
export async function recordLateRefund(deps: Deps, refund: Refund): Promise<void> {
  const at = deps.clock.now();
  const isNews = await inTransaction(deps.pool, async (db) => {
    // Deleted during the call to the gateway (0193): only the log can report it.
    if ((await lockPayment(db, refund.merchantId, refund.paymentId)) === null) return true;
    if (!(await markRefundSucceededLate(db, refund.merchantId, refund.id, at))) return false;
    await insertPaymentEvent(db, refund.merchantId, refund.paymentId, {
      kind: "refund_succeeded_late",
      at,
      detail: { refund_id: refund.id, refund_amount: formatPaise(refund.amountPaise) },
    });
    const marked = await lockRefund(db, refund.merchantId, refund.id);
    if (marked !== null) await writeRefundWebhook(db, marked, refundAlertWebhook(marked, "paid_late", at));
    return true;
  });
  if (!isNews) return;
  deps.logger.error(
    { merchantId: refund.merchantId, refund: refund.id, payment: refund.paymentId },
    "a refund that had failed was paid by its gateway after all: a person has to settle it",
  );
}

const AFTER_PAID = {
  refund_failed_late: {
    alert: "returned",
    warning: "a refund that had succeeded came back to the merchant: a person has to settle it",
  },
  refund_succeeded_late: {
    alert: "paid_late",
    warning: "a refund that had come back to the merchant was paid again: a person has to settle it",
  },
} as const;

/**
 * The gateway could not deliver a refund that it had called successful, perhaps after a failure: the customer's account
 * is closed, and the money is back with the merchant weeks later. It may even be paid again. SUCCESS is final (specification
 * 3.2), so a person has to settle it, and each change is reported once.
 */
async function recordAfterPaid(deps: Deps, refund: Refund, to: "SUCCESS" | "FAILURE"): Promise<void> {
  const { merchantId, paymentId } = refund;
  const kind = to === "FAILURE" ? "refund_failed_late" : "refund_succeeded_late";
  const { alert, warning } = AFTER_PAID[kind];
  const isKnown = async (db: Db): Promise<boolean> => {
    const isBack = (await lastLateChange(db, refund)) === "refund_failed_late";
    return isBack === (to === "FAILURE");
  };
  if (await isKnown(deps.pool)) return;
  const isNews = await inTransaction(deps.pool, async (db) => {
    // Deleted during the call to the gateway (0193): only the log can report it.
    if ((await lockPayment(db, merchantId, paymentId)) === null) return true;
    if (await isKnown(db)) return false;
    const at = deps.clock.now();
    const detail = { refund_id: refund.id, refund_amount: formatPaise(refund.amountPaise) };
    await insertPaymentEvent(db, merchantId, paymentId, { kind, at, detail });
    await writeRefundWebhook(db, refund, refundAlertWebhook(refund, alert, at));
    return true;
  });
  if (isNews) deps.logger.error({ merchantId, refund: refund.id, payment: paymentId }, warning);
}

const CORRECTIONS = {
  SUCCESS: {
    kind: "reversal_succeeded_late",
    warning:
      "a reversal that had failed succeeded at its gateway: check whether the money was also sent manually",
  },
  FAILURE: {
    kind: "reversal_failed_late",
    warning: "a reversal that had succeeded failed at its gateway: the money must be returned manually",
  },
} as const;

/**
 * A reversal's final status follows its gateway, because it shows whether the customer has the money, and an event and an error
 * in the log inform operators. It is not sent again: the gateway would send it to the same account.
 */
async function correctReversal(
  deps: Deps,
  reversal: Refund,
  to: keyof typeof CORRECTIONS,
  failure: RefundFailure | null,
): Promise<void> {
  const { merchantId, id, paymentId, charge, completedAt } = reversal;
  const { kind, warning } = CORRECTIONS[to];
  if (completedAt === null || charge === null) return;
  const at = deps.clock.now();
  const isChanged = await inTransaction(deps.pool, async (db) => {
    if ((await lockPayment(db, merchantId, paymentId)) === null) return false;
    const locked = await lockRefund(db, merchantId, id);
    if (locked?.status !== reversal.status) return false;
    await saveRefundMove(db, merchantId, { ...locked, status: to, completedAt: at, failure });
    await insertPaymentEvent(db, merchantId, paymentId, {
      kind,
      at,
      detail: { gateway_transaction_id: charge },
    });
    return true;
  });
  if (isChanged)
    deps.logger.error({ merchantId, payment: paymentId, gatewayTransactionId: charge, failure }, warning);
}
