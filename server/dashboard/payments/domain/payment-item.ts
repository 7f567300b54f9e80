import type { OpsResult } from "@/lib/contract/ops";
import { readOpenAlert } from "@/lib/contract/payment-alerts";
import type { TransactionRecord } from "@/lib/contract/responses";
import { formatPaise, paiseOf } from "@/lib/money";
import { kindName } from "@/lib/payments/kind-name";
import { paymentStateOf, type PaymentStateView } from "@/lib/payments/payment-state";
import { readDeclineReason } from "@/lib/payments/decline-reason";
import type { ContactView } from "@/lib/payments/contact-view";
import type { PaymentDetail, PaymentDetails } from "@/lib/payments/payment-details";
import type { PaymentListItem } from "@/lib/payments/payment-list-views";

/** A payment as the service lists it. */
export type ServicePayment = OpsResult<"payments.search">["payments"][number];

/** What this dashboard alone knows of a payment. */
export type OwnAmounts = {
  /** What manual refunds returned; the remaining amount is what is left after them. */
  manual_refund_amount: string;
  /** The amount of refunds whose outcome nobody knows. */
  unknown_refund_amount: string;
};
export type ListedPayment = ServicePayment & OwnAmounts;

/** The service does not know of manual refunds. */
export function withOwnAmounts<Payment extends Pick<ServicePayment, "remaining_amount">>(
  payment: Payment,
  { manualPaise, unknownPaise }: { manualPaise: bigint; unknownPaise: bigint },
): Payment & OwnAmounts {
  const remaining = paiseOf(payment.remaining_amount);
  return {
    ...payment,
    manual_refund_amount: formatPaise(manualPaise),
    unknown_refund_amount: formatPaise(unknownPaise),
    remaining_amount: formatPaise(remaining > manualPaise ? remaining - manualPaise : 0n),
  };
}

/** The amounts, alert and decline reason are missing where only a record of the specification is known. */
type StatedPayment = Pick<
  TransactionRecord,
  "transaction_status" | "transaction_amount" | "transaction_date_time"
> &
  Partial<
    Pick<ServicePayment, "refunded_amount" | "in_progress_amount" | "alert" | "decline_reason"> & OwnAmounts
  >;

export function stateOf(payment: StatedPayment, now: Date): PaymentStateView {
  const paise = (amount = "0.00"): bigint => paiseOf(amount);
  return paymentStateOf(
    {
      status: payment.transaction_status,
      amountPaise: paiseOf(payment.transaction_amount),
      createdAt: new Date(payment.transaction_date_time),
      refundedPaise: paise(payment.refunded_amount),
      inProgressPaise: paise(payment.in_progress_amount),
      manualPaise: paise(payment.manual_refund_amount),
      unknownPaise: paise(payment.unknown_refund_amount),
      alert: readOpenAlert(payment.alert),
      decline: readDeclineReason(payment.decline_reason),
    },
    now,
  );
}

const DETAILS: {
  [Detail in PaymentDetail]: (payment: ListedPayment) => Required<PaymentDetails>[Detail];
} = {
  completed: ({ completed_at: at }) => (at === null ? null : new Date(at).toISOString()),
  remaining: (payment) => payment.remaining_amount,
  decline: (payment) => readDeclineReason(payment.decline_reason),
  attempt: ({ attempt }) => String(attempt),
  card: ({ card_scheme: scheme, issuing_bank: bank }) =>
    [scheme && kindName("scheme", scheme), bank && kindName("bank", bank)].filter(Boolean).join(", ") || null,
  gatewayId: (payment) => payment.gateway_transaction_id,
  udf1: (payment) => payment.udf1,
  udf2: (payment) => payment.udf2,
  udf3: (payment) => payment.udf3,
};

/** Presents a payment for the screens: the method used to pay matters more than the one requested. */
export function presentPaymentItem(
  payment: ListedPayment,
  now: Date,
  details: readonly PaymentDetail[] = [],
): PaymentListItem {
  return {
    transactionId: payment.transaction_id,
    reference: payment.merchant_transaction_id,
    amount: payment.transaction_amount,
    currency: payment.currency,
    status: payment.transaction_status,
    state: stateOf(payment, now),
    createdAt: new Date(payment.transaction_date_time).toISOString(),
    method: payment.paid_method ?? payment.payment_method,
    gateway: payment.gateway,
    isTest: payment.test === true,
    customer: maskedCustomerOf(payment),
    refunded: isNothing(payment.refunded_amount) ? null : payment.refunded_amount,
    inProgress: isNothing(payment.in_progress_amount) ? null : payment.in_progress_amount,
    manual: isNothing(payment.manual_refund_amount) ? null : payment.manual_refund_amount,
    ...(details.length > 0 && {
      details: Object.fromEntries(
        details.map((detail) => [detail, DETAILS[detail](payment)]),
      ) as PaymentDetails,
    }),
  };
}

function maskedCustomerOf({ masked_customer: masked }: ServicePayment): ContactView | null {
  return masked === undefined ? null : { email: masked.email, phone: masked.phone, name: masked.name };
}

function isNothing(amount: string): boolean {
  return /^0+\.00$/.test(amount);
}
