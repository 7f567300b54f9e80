import { formatPaise } from "@/lib/money";
import type { Payment } from "../../domain/payments/payment";
import type { RecordFacts } from "../../domain/reconciliation/finding";
import type { PlacedRefund } from "../../domain/refunds/refund";
import type { PlacedReversal } from "../../domain/reversals/reversal";
import type { GatewayPayment, GatewayRefund } from "../../gateway/port";
import { findPayment } from "../../store/payments/payments";
import type { RecordKey } from "../../store/reconciliation/finding-rows";
import { findPlacedRefund } from "../../store/refunds/refunds";
import { findReversal } from "../../store/reversals/reversals";
import type { Deps } from "../deps";
import { withoutSentBackCharges } from "../payments/sent-back-before-restore";
import { type Comparer, type Comparison, disagreement, type Here } from "./compare";
import type { Compared, Examined, There } from "./finding";
import { evaluatePayment } from "./reconcile-payment";
import { evaluateRefund, evaluateReversal, evaluateWithoutId } from "./reconcile-refund";

/** Reads a record as it is now and compares it with its gateway. Null when it was deleted. */
export async function examineRecord(comparer: Comparer, key: RecordKey): Promise<Examined | null> {
  const { pool } = comparer.deps;
  const { merchantId, record, paymentId, recordId } = key;
  switch (record) {
    case "payment": {
      const payment = await findPayment(pool, merchantId, recordId);
      return payment === null ? null : examinePayment(comparer, payment);
    }
    case "refund": {
      const refund = await findPlacedRefund(pool, merchantId, recordId);
      return refund === null ? null : examineRefund(comparer, refund);
    }
    case "reversal": {
      const reversal = await findReversal(pool, merchantId, paymentId, recordId);
      return reversal === null ? null : examineReversal(comparer, reversal);
    }
  }
}

/** A payment for which no gateway opened a checkout agrees. */
async function examinePayment(comparer: Comparer, payment: Payment): Promise<Examined> {
  const { gateway, gatewayCheckoutId } = payment;
  if (gateway === null || gatewayCheckoutId === null) return { kind: "agrees", key: keyOf(payment), gateway };
  return comparer.compare({
    here: paymentHere(payment, gateway),
    fetch: async (there) => {
      const reported = await there.fetchPayment(gatewayCheckoutId, "look");
      return withoutSentBackCharges(comparer.deps, there, payment, reported);
    },
    evaluate: (there) => evaluatePayment(comparer.deps, payment, there),
    describe: paymentThere,
  });
}

/** Compares a payment with what its gateway has just reported, without another call. */
export async function examineReported(
  deps: Deps,
  payment: Payment,
  reported: GatewayPayment,
): Promise<Compared> {
  if (payment.gateway === null) return { kind: "agrees", key: keyOf(payment), gateway: null };
  const evaluation = await evaluatePayment(deps, payment, reported);
  return disagreement(paymentHere(payment, payment.gateway), evaluation, paymentThere(reported));
}

function keyOf({ merchantId, id }: Payment): RecordKey {
  return { merchantId, record: "payment", paymentId: id, recordId: id };
}

function paymentHere(payment: Payment, gateway: string): Here {
  const { amountPaise, currency } = payment;
  return {
    key: keyOf(payment),
    gateway,
    gatewayAccount: payment.gatewayAccount,
    reference: payment.reference,
    facts: {
      status: payment.status,
      amount: formatPaise(amountPaise),
      currency,
      gatewayId: payment.gatewayTransactionId,
      createdAt: payment.createdAt.toISOString(),
      endedAt: payment.completedAt?.toISOString() ?? null,
    },
    amount: { paise: amountPaise, currency },
  };
}

function examineRefund(comparer: Comparer, refund: PlacedRefund): Promise<Examined> {
  const here = moneyBackHere("refund", refund.id, refund, refund.reference);
  return examineMoneyBack(comparer, here, refund, (there) => evaluateRefund(comparer.deps, refund, there));
}

async function examineReversal(comparer: Comparer, reversal: PlacedReversal): Promise<Examined> {
  const { merchantId, paymentId, gatewayTransactionId } = reversal;
  const payment = await findPayment(comparer.deps.pool, merchantId, paymentId);
  const here = moneyBackHere("reversal", gatewayTransactionId, reversal, payment?.reference ?? null);
  return examineMoneyBack(comparer, here, reversal, (there) =>
    evaluateReversal(comparer.deps, reversal, there),
  );
}

function moneyBackHere(
  record: "refund" | "reversal",
  recordId: string,
  it: PlacedRefund | PlacedReversal,
  reference: string | null,
): Here {
  const facts: RecordFacts = {
    status: it.status,
    amount: formatPaise(it.amountPaise),
    currency: it.currency,
    gatewayId: it.gatewayRefundId,
    createdAt: it.requestedAt.toISOString(),
    endedAt: it.completedAt?.toISOString() ?? null,
  };
  return {
    key: { merchantId: it.merchantId, record, paymentId: it.paymentId, recordId },
    gateway: it.gateway,
    gatewayAccount: it.gatewayAccount,
    reference,
    facts,
    amount: { paise: it.amountPaise, currency: it.currency },
  };
}

async function examineMoneyBack(
  comparer: Comparer,
  here: Here,
  { gatewayRefundId, status }: PlacedRefund | PlacedReversal,
  evaluate: Comparison<GatewayRefund>["evaluate"],
): Promise<Examined> {
  if (gatewayRefundId === null) {
    const { record } = here.key;
    return disagreement(
      here,
      evaluateWithoutId(record === "refund" ? "refund" : "reversal", status),
      "no id there",
    );
  }
  return comparer.compare({
    here,
    fetch: (there) => there.fetchRefund(gatewayRefundId),
    evaluate,
    describe: (there) => ({ status: there.status, amount: null, gatewayId: there.gatewayRefundId }),
  });
}

function paymentThere(there: GatewayPayment): There {
  switch (there.status) {
    case "OPEN":
    case "CLOSED":
      return { status: there.status, amount: null, gatewayId: null };
    case "FAILURE":
      return { status: there.status, amount: null, gatewayId: there.gatewayTransactionId };
    case "SUCCESS":
      return {
        status: there.status,
        amount: { paise: there.amountPaise, currency: there.currency },
        gatewayId: there.gatewayTransactionId,
      };
  }
}
