import type { OpenAlert } from "@/lib/contract/payment-alerts";
import { openAlertOf } from "../../domain/payments/alert";
import type { Payment } from "../../domain/payments/payment";
import { type RefundTotals, remainingPaise } from "../../domain/refunds/refund";
import { alertsOfPayment } from "../../store/payments/payment-events";
import { findPaymentAndTotals } from "../../store/payments/payment-balance";
import type { Deps } from "../deps";

type BalanceOfPayment = {
  payment: Payment;
  totals: RefundTotals;
  remainingPaise: bigint;
  /** Whether its money may be gone (decision 0366). */
  alert: OpenAlert | null;
};

/**
 * The ops extension's balance of a payment; null when the merchant has no such payment. A payment that was never paid
 * has nothing to refund, whatever its amount.
 */
export async function refundBalance(
  deps: Deps,
  merchantId: number,
  paymentId: string,
): Promise<BalanceOfPayment | null> {
  const [found, alerts] = await Promise.all([
    findPaymentAndTotals(deps.pool, merchantId, paymentId),
    alertsOfPayment(deps.pool, merchantId, paymentId),
  ]);
  if (found === null) return null;
  const { payment, totals } = found;
  const isPaid = payment.status === "SUCCESS";
  return {
    payment,
    totals,
    remainingPaise: isPaid ? remainingPaise(payment.amountPaise, totals) : 0n,
    alert: openAlertOf(alerts),
  };
}
