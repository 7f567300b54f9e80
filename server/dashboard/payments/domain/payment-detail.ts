import type { OpsResult } from "@/lib/contract/ops";
import type { OpsRefund } from "@/lib/contract/responses";
import { kindName, withKindNames } from "@/lib/payments/kind-name";
import type { DecisionView, PaymentRefundView, ReversalView } from "@/lib/payments/payment-detail-view";
import { formatPaise } from "@/lib/money";
import type { RefundFailureView } from "@/lib/refunds/refund-failure";
import { failureOf, type RefundIntent } from "../../refunds/domain";

type Detail = OpsResult<"payments.get">;

/** The service's refunds of a payment, with the requester of those made here. */
export function presentRefunds(
  refunds: readonly OpsRefund[],
  intents: readonly RefundIntent[],
): PaymentRefundView[] {
  const requestedBy = new Map(intents.map((intent) => [intent.refundId, intent.requestedByName]));
  return refunds.map((refund) => ({
    refundId: refund.refund_id,
    status: refund.refund_status,
    amount: refund.refund_amount,
    reason: refund.refund_reason,
    requestedAt: iso(refund.refund_requested_at),
    completedAt: refund.refund_completed_at === null ? null : iso(refund.refund_completed_at),
    wasPaidLate: refund.refund_succeeded_late_at !== undefined,
    failure: viewOfFailure(refund.failure),
    requestedBy: requestedBy.get(refund.refund_id) ?? null,
  }));
}

/** The dashboard's own refunds of a payment, newest first, for a service that lists none. */
export function refundsOfIntents(intents: readonly RefundIntent[]): PaymentRefundView[] {
  return intents
    .flatMap((intent) =>
      intent.state === "ACCEPTED" && intent.refundId !== null
        ? [
            {
              refundId: intent.refundId,
              status: intent.refundStatus ?? ("INITIATED" as const),
              amount: formatPaise(intent.amountPaise),
              reason: intent.reason,
              requestedAt: intent.requestedAt.toISOString(),
              completedAt: intent.completedAt?.toISOString() ?? null,
              wasPaidLate: intent.lateSuccessSeenAt !== null,
              failure: failureOf(intent),
              requestedBy: intent.requestedByName,
            },
          ]
        : [],
    )
    .reverse();
}

function viewOfFailure(failure: OpsRefund["failure"]): RefundFailureView | null {
  return failure === null ? null : { reason: failure.reason, message: failure.message };
}

export function presentReversals(reversals: Detail["reversals"]): ReversalView[] {
  return reversals.map((reversal) => ({
    gatewayTransactionId: reversal.gateway_transaction_id,
    gateway: reversal.gateway,
    amount: reversal.reversal_amount,
    currency: reversal.currency,
    status: reversal.reversal_status,
    requestedAt: iso(reversal.requested_at),
    completedAt: reversal.completed_at === null ? null : iso(reversal.completed_at),
    failure: viewOfFailure(reversal.failure),
  }));
}

export function presentDecision(decision: Detail["routing_decision"]): DecisionView {
  const names = new Map(decision.rules.map((rule) => [rule.rule_id, rule.rule_name]));
  return {
    version: decision.rule_set_version,
    rules: decision.rules.map((rule) => ({
      id: rule.rule_id,
      name: rule.rule_name,
      outcome: rule.outcome,
      mismatches: rule.mismatches.map(({ field, wanted, actual }) => ({
        field,
        wanted: withKindNames(field, wanted),
        actual: actual && withKindNames(field, actual),
      })),
    })),
    attempts: decision.attempts.map((attempt) => ({
      ruleId: attempt.rule_id,
      ruleName: names.get(attempt.rule_id) ?? attempt.rule_id,
      gateway: attempt.gateway,
      outcome: attempt.outcome,
      cause: attempt.cause,
      message: attempt.message,
    })),
    avoided: decision.avoided ?? [],
    experiment: decision.experiment === undefined ? null : experimentOf(decision.experiment),
    successRates: (decision.success_rates ?? []).map(
      ({ rule_id: ruleId, segment, counted_at: at, gateways, cost_within: costWithin }) => ({
        ruleId,
        ruleName: names.get(ruleId) ?? ruleId,
        segment: {
          currency: segment.currency,
          method: segment.payment_method,
          scheme: segment.card_scheme && kindName("scheme", segment.card_scheme),
          bank: segment.issuing_bank && kindName("bank", segment.issuing_bank),
          amountFrom: segment.amount_from,
          amountBelow: segment.amount_below,
        },
        countedAt: iso(at),
        gateways: gateways.map((known) => ({
          gateway: known.gateway,
          share: known.share,
          rate: known.success_rate,
          outcomes: known.outcomes,
          isFailing: known.is_failing,
          feeRate: known.fee_rate ?? null,
        })),
        costWithin: costWithin ?? 0,
      }),
    ),
  };
}

function experimentOf({
  id,
  phase,
  arm,
  gateway,
}: NonNullable<Detail["routing_decision"]["experiment"]>): DecisionView["experiment"] {
  const common = { id: String(id), gateway: gateway ?? "" };
  if (phase === "trial") return { ...common, part: arm ?? "current" };
  return { ...common, part: gateway === null ? "shadowRefused" : "shadow" };
}

function iso(text: string): string {
  return new Date(text).toISOString();
}
