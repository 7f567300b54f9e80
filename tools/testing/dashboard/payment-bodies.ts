import type { OpsBody } from "@/lib/contract/ops";
import type { PaymentItem } from "@/lib/contract/ops/payments";
import type { TransactionRecord } from "@/lib/contract/responses";

/** A payment's fields in the service's list beyond the specification's record. */
export function paymentItem(record: TransactionRecord, fields: Partial<PaymentItem> = {}): PaymentItem {
  const isPaid = record.transaction_status === "SUCCESS";
  return {
    ...record,
    attempt: 1,
    gateway: "simulator",
    payment_method: "UPI",
    paid_method: isPaid ? "UPI" : null,
    card_scheme: null,
    issuing_bank: null,
    link_issued_at: "2026-11-21T08:00:01.000Z",
    expires_at: "2026-11-22T08:00:00.000Z",
    completed_at: record.transaction_status === "INITIATED" ? null : "2026-11-21T08:05:00.000Z",
    refunded_amount: "0.00",
    in_progress_amount: "0.00",
    remaining_amount: isPaid ? record.transaction_amount : "0.00",
    ...fields,
  };
}

/** A complete response of `payments.get`, with a customer whose contact must not appear where it does not belong. */
export function paymentDetail(
  record: TransactionRecord,
  fields: Partial<OpsBody<"payments.get">> = {},
): OpsBody<"payments.get"> {
  const item = paymentItem(record);
  return {
    payment: item,
    customer: { email: "asha.rao@example.com", phone: "9876543210", name: "Asha Rao" },
    surl: null,
    furl: null,
    payment_link: null,
    balance: {
      transaction_id: record.transaction_id,
      merchant_transaction_id: record.merchant_transaction_id,
      transaction_status: record.transaction_status,
      currency: record.currency,
      transaction_amount: record.transaction_amount,
      refunded_amount: item.refunded_amount,
      in_progress_amount: item.in_progress_amount,
      remaining_amount: item.remaining_amount,
    },
    attempts: [item],
    events: [{ kind: "initiated", at: "2026-11-21T08:00:00.000Z", detail: {} }],
    refunds: [],
    reversals: [],
    routing_decision: { rule_set_version: 1, rules: [], attempts: [] },
    ...fields,
  };
}

export const PAYMENT_OPS = {
  idempotency: true,
  operations: ["refunds.balance", "refunds.search", "payments.search", "payments.get"],
};
