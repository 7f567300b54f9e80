import type { TransactionRecord } from "@/lib/contract/responses";
import type { PaymentStatus } from "@/lib/contract/statuses";
import { formatPaise, parseAmount } from "@/lib/money";
import type { PaymentListItem } from "@/lib/payments/payment-list-views";
import type { PaymentView } from "@/lib/payments/payment-view";
import { isStorableText, plainlyWritten } from "@/lib/text";
import { stateOf } from "./payment-item";
import { unaskable } from "./reference";

/** A payment as this dashboard last saw it at a service without the operations extension (decision 0329). */
export type SeenPayment = {
  transactionId: string;
  reference: string;
  amountPaise: bigint;
  currency: string;
  status: PaymentStatus;
  gatewayTransactionId: string | null;
  isTest: boolean;
  createdAt: Date;
  /** When the service was asked: the status is at least as new. */
  seenAt: Date;
};

const MAX_GATEWAY_ID = 255;

/** Each payment once, in one order, so that two writes never wait for each other; what cannot be stored is left out. */
export function seenPayments(records: readonly TransactionRecord[], seenAt: Date): SeenPayment[] {
  const seen = new Map<string, SeenPayment>();
  for (const record of records) {
    const { transaction_id: transactionId, merchant_transaction_id: reference } = record;
    const amount = parseAmount(record.transaction_amount);
    if (!amount.ok || unaskable(transactionId) !== null || unaskable(reference) !== null) continue;
    const gatewayId = record.gateway_transaction_id;
    const isStorable = gatewayId !== null && gatewayId.length <= MAX_GATEWAY_ID && isStorableText(gatewayId);
    seen.set(transactionId, {
      transactionId,
      reference,
      amountPaise: amount.value,
      currency: record.currency,
      status: record.transaction_status,
      gatewayTransactionId: isStorable ? gatewayId : null,
      isTest: record.test === true,
      createdAt: new Date(record.transaction_date_time),
      seenAt,
    });
  }
  return [...seen.values()].sort((one, other) => (one.transactionId < other.transactionId ? -1 : 1));
}

/** What the specification's answers said of a payment at a time, as an item of a list. */
export function presentSeenItem(
  payment: Omit<PaymentView, "gatewayTransactionId" | "udf" | "isLatest">,
  at: Date,
): PaymentListItem {
  const { transactionId, reference, amount, currency, status, createdAt, isTest } = payment;
  return {
    transactionId,
    reference,
    amount,
    currency,
    status,
    state:
      payment.state ??
      stateOf(
        { transaction_status: status, transaction_amount: amount, transaction_date_time: createdAt },
        at,
      ),
    createdAt,
    isTest,
    method: null,
    gateway: null,
    customer: null,
    refunded: null,
    inProgress: null,
    manual: null,
  };
}

/** Presents a payment whose present state is not known; `seenAt` says so. */
export function presentLastSeen(payment: SeenPayment): PaymentListItem {
  return {
    ...presentSeenItem(
      {
        ...payment,
        amount: formatPaise(payment.amountPaise),
        createdAt: payment.createdAt.toISOString(),
      },
      payment.seenAt,
    ),
    seenAt: payment.seenAt.toISOString(),
  };
}

const INDIA = "91";
const INDIAN_DIGITS = 10;

/**
 * The one writing by which a customer is recognised: an address in lower case; the digits of a number, without the code of
 * India, which merchants write or leave out.
 */
export function normalContact(kind: "email" | "phone", text: string): string {
  if (kind === "email") return plainlyWritten(text).toLowerCase();
  const written = plainlyWritten(text).replace(/\D/g, "");
  // A number of zeros alone is a placeholder: one length of it is not another.
  const digits = written.replace(/^0+/, "") || written;
  return digits.length === INDIA.length + INDIAN_DIGITS && digits.startsWith(INDIA)
    ? digits.slice(INDIA.length)
    : digits;
}
