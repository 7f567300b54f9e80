import { formatPaise } from "@/lib/money";
import type { Payment } from "../../domain/payments/payment";
import type { Refund } from "../../domain/refunds/refund";
import type { Reversal } from "../../domain/reversals/reversal";
import type { GatewayRefund } from "../../gateway/port";
import type { Comparer } from "./compare";
import type { Finding } from "./finding";
import { evaluatePayment, paymentHere, paymentThere } from "./reconcile-payment";
import { evaluateRefund, evaluateReversal, evaluateWithoutId } from "./reconcile-refund";

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
    fetch: (there) => there.fetchPayment(gatewayCheckoutId),
    evaluate: (there) => evaluatePayment(comparer.deps, payment, there),
    describe: paymentThere,
  });
}

export function compareRefund(comparer: Comparer, refund: Refund): Promise<Finding | null> {
  return compareReturn(comparer, "refund", refund.id, refund, (there) =>
    evaluateRefund(comparer.deps, refund, there),
  );
}

export function compareReversal(comparer: Comparer, reversal: Reversal): Promise<Finding | null> {
  return compareReturn(comparer, "reversal", reversal.gatewayTransactionId, reversal, (there) =>
    evaluateReversal(comparer.deps, reversal, there),
  );
}

async function compareReturn(
  comparer: Comparer,
  record: "refund" | "reversal",
  id: string,
  { merchantId, gateway, gatewayRefundId, status, amountPaise, currency }: Refund | Reversal,
  evaluate: Parameters<typeof comparer.compare<GatewayRefund>>[0]["evaluate"],
): Promise<Finding | null> {
  const here = `${status} ${formatPaise(amountPaise)} ${currency}`;
  if (gatewayRefundId === null) {
    const evaluation = evaluateWithoutId(record, status);
    if (evaluation.kind !== "needs_person") return null;
    const { problem } = evaluation;
    return { record, merchantId, id, problem, outcome: "needs_person", here, there: "no id there" };
  }
  return comparer.compare({
    record,
    merchantId,
    id,
    gateway,
    here,
    fetch: (there) => there.fetchRefund(gatewayRefundId),
    evaluate,
    describe: (there) => `${there.status} (${there.gatewayRefundId ?? "refused"})`,
  });
}
