import { formatPaise } from "@/lib/money";
import type { Payment } from "../../domain/payments/payment";
import type { RecordFacts } from "../../domain/reconciliation/finding";
import { type PlacedRefund, reversalId } from "../../domain/refunds/refund";
import type { GatewayPayment } from "../../gateway/port";
import { findPayment } from "../../store/payments/payments";
import type { RecordKey } from "../../store/reconciliation/finding-rows";
import { findPlacedRefund } from "../../store/refunds/refunds";
import type { Deps } from "../deps";
import { withoutSentBackCharges } from "../payments/sent-back-before-restore";
import { type Comparer, disagreement, type Here } from "./compare";
import type { Compared, Examined, There } from "./finding";
import { evaluatePayment } from "./reconcile-payment";
import { evaluateRefund, evaluateWithoutId } from "./reconcile-refund";

/** Reads a record as it is now and compares it with its gateway. Null when it was deleted. */
export async function examineRecord(comparer: Comparer, key: RecordKey): Promise<Examined | null> {
  const { pool } = comparer.deps;
  const { merchantId, record, paymentId, recordId } = key;
  switch (record) {
    case "payment": {
      const payment = await findPayment(pool, merchantId, recordId);
      return payment === null ? null : examinePayment(comparer, payment);
    }
    case "refund":
    case "reversal": {
      const id = record === "reversal" ? reversalId(paymentId, recordId) : recordId;
      const refund = await findPlacedRefund(pool, merchantId, id);
      return refund === null ? null : examineRefund(comparer, refund);
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

async function examineRefund(comparer: Comparer, refund: PlacedRefund): Promise<Examined> {
  const { gatewayRefundId } = refund;
  const here = refundHere(refund);
  if (gatewayRefundId === null) return disagreement(here, evaluateWithoutId(refund), "no id there");
  return comparer.compare({
    here,
    fetch: (there) => there.fetchRefund(gatewayRefundId),
    evaluate: (there) => evaluateRefund(comparer.deps, refund, there),
    describe: (there) => ({ status: there.status, amount: null, gatewayId: there.gatewayRefundId }),
  });
}

function refundHere(refund: PlacedRefund): Here {
  const { merchantId, kind, id, charge, paymentId, amountPaise, currency } = refund;
  const facts: RecordFacts = {
    status: refund.status,
    amount: formatPaise(amountPaise),
    currency,
    gatewayId: refund.gatewayRefundId,
    createdAt: refund.requestedAt.toISOString(),
    endedAt: refund.completedAt?.toISOString() ?? null,
  };
  return {
    key: { merchantId, record: kind, paymentId, recordId: charge ?? id },
    gateway: refund.gateway,
    gatewayAccount: refund.gatewayAccount,
    reference: refund.reference,
    facts,
    amount: { paise: amountPaise, currency },
  };
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
