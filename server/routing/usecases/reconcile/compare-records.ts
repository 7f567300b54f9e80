import { formatPaise } from "@/lib/money";
import type { Payment } from "../../domain/payments/payment";
import type { Refund } from "../../domain/refunds/refund";
import type { Reversal } from "../../domain/reversals/reversal";
import type { GatewayRefund } from "../../gateway/port";
import type { Comparer } from "./compare";
import type { Finding } from "./finding";
import { judgePayment, paymentHere, paymentThere } from "./reconcile-payment";
import { evaluateRefund, judgeReversal, judgeWithoutId } from "./reconcile-refund";

/** Null for a payment that agrees with its gateway, or for which no gateway opened a checkout. */
export async function comparePayment(comparer: Comparer, payment: Payment): Promise<Finding | null> {
  const { merchantId, id, gateway, gatewayCheckoutId } = payment;
  if (gateway === null || gatewayCheckoutId === null) return null;
  return comparer.compare({
    record: "payment",
    merchantId,
    id,
    gateway,
    here: paymentHere(payment),
    ask: (there) => there.fetchPayment(gatewayCheckoutId),
    judge: (there) => judgePayment(comparer.deps, payment, there),
    describe: paymentThere,
  });
}

export function compareRefund(comparer: Comparer, refund: Refund): Promise<Finding | null> {
  return compareMoneyBack(comparer, "refund", refund.id, refund, (there) =>
    evaluateRefund(comparer.deps, refund, there),
  );
}

export function compareReversal(comparer: Comparer, reversal: Reversal): Promise<Finding | null> {
  return compareMoneyBack(comparer, "reversal", reversal.gatewayTransactionId, reversal, (there) =>
    judgeReversal(comparer.deps, reversal, there),
  );
}

async function compareMoneyBack(
  comparer: Comparer,
  record: "refund" | "reversal",
  id: string,
  { merchantId, gateway, gatewayRefundId, status, amountPaise, currency }: Refund | Reversal,
  judge: Parameters<typeof comparer.compare<GatewayRefund>>[0]["judge"],
): Promise<Finding | null> {
  const here = `${status} ${formatPaise(amountPaise)} ${currency}`;
  if (gatewayRefundId === null) {
    const judgement = judgeWithoutId(record, status);
    if (judgement.kind !== "needs_person") return null;
    const { problem } = judgement;
    return { record, merchantId, id, problem, outcome: "needs_person", here, there: "no id there" };
  }
  return comparer.compare({
    record,
    merchantId,
    id,
    gateway,
    here,
    ask: (there) => there.fetchRefund(gatewayRefundId),
    judge,
    describe: (there) => `${there.status} (${there.gatewayRefundId ?? "refused"})`,
  });
}
