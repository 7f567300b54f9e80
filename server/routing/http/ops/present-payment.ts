import type { OpsBody } from "@/lib/contract/ops";
import type { PaymentItem } from "@/lib/contract/ops/payments";
import type { ReversalView } from "@/lib/contract/ops/reversals";
import type { OpenAlert } from "@/lib/contract/payment-alerts";
import { formatPaise } from "@/lib/money";
import { maskContact } from "@/lib/payments/mask-contact";
import type { PaymentWithTotals } from "../../usecases/payments/search-payments";
import type { ReversalPage } from "../../usecases/refunds/search-reversals";
import type { PaymentDetail } from "../../usecases/payments/view-payment";
import { isTest } from "../../domain/payments/test-payment";
import { presentOpsRefund, presentPayment } from "../present";
import { presentDecision } from "./present-rules";

/** A payment in a list: the contact is masked here, so that no list, log or export of one contains it (decision 0110). */
export function presentPaymentItem({
  payment,
  totals,
  remainingPaise,
  alert,
  decline,
}: PaymentWithTotals): PaymentItem {
  return {
    ...presentPayment(payment),
    attempt: payment.attempt,
    gateway: payment.gateway,
    payment_method: payment.paymentMethod,
    paid_method: payment.paidMethod,
    card_scheme: payment.cardScheme,
    issuing_bank: payment.issuingBank,
    link_issued_at: payment.linkIssuedAt?.toISOString() ?? null,
    expires_at: payment.expiresAt.toISOString(),
    completed_at: payment.completedAt?.toISOString() ?? null,
    refunded_amount: formatPaise(totals.refundedPaise),
    in_progress_amount: formatPaise(totals.inProgressPaise),
    remaining_amount: formatPaise(remainingPaise),
    decline_reason: decline,
    alert,
    masked_customer: maskContact(payment.customer),
  };
}

export function presentReversal({ reversal }: ReversalPage["reversals"][number]): ReversalView {
  return {
    transaction_id: reversal.paymentId,
    merchant_transaction_id: reversal.reference,
    gateway: reversal.gateway,
    gateway_transaction_id: reversal.charge ?? "",
    reversal_amount: formatPaise(reversal.amountPaise),
    currency: reversal.currency,
    reversal_status: reversal.status,
    gateway_refund_id: reversal.gatewayRefundId,
    requested_at: reversal.requestedAt.toISOString(),
    completed_at: reversal.completedAt?.toISOString() ?? null,
    failure: reversal.status === "SUCCESS" ? null : reversal.failure,
  };
}

export function presentBalance(
  { payment, totals, remainingPaise }: Omit<PaymentWithTotals, "alert" | "decline">,
  alert: OpenAlert | null,
): OpsBody<"refunds.balance"> {
  return {
    transaction_id: payment.id,
    merchant_transaction_id: payment.reference,
    transaction_status: payment.status,
    currency: payment.currency,
    transaction_amount: formatPaise(payment.amountPaise),
    refunded_amount: formatPaise(totals.refundedPaise),
    in_progress_amount: formatPaise(totals.inProgressPaise),
    remaining_amount: formatPaise(remainingPaise),
    gateway: payment.gateway,
    test: isTest(payment),
    alert,
  };
}

export function presentPaymentDetail(detail: PaymentDetail): OpsBody<"payments.get"> {
  const { payment } = detail.payment;
  return {
    payment: presentPaymentItem(detail.payment),
    customer: { ...payment.customer },
    surl: payment.surl,
    furl: payment.furl,
    payment_link: detail.paymentLink,
    balance: presentBalance(detail.payment, detail.alert),
    attempts: detail.attempts.map(presentPaymentItem),
    events: detail.events.map(({ kind, at, detail: shown }) => ({
      kind,
      at: at.toISOString(),
      detail: shown,
    })),
    refunds: detail.refunds.map(presentOpsRefund),
    reversals: detail.reversals.map(presentReversal),
    routing_decision: presentDecision(detail.decision),
    // A declined attempt of one that was paid in the end is nobody's concern.
    failure: payment.status === "SUCCESS" ? null : payment.failure,
  };
}
