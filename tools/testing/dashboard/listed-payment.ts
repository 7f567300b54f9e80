import { randomUUID } from "node:crypto";
import type { PaymentItem } from "@/lib/contract/ops/payments";

/** A payment as `payments.search` lists it. */
export function listedPayment(fields: Partial<PaymentItem> = {}): PaymentItem {
  return {
    transaction_id: `TXN20261121${randomUUID()}`,
    merchant_transaction_id: `ORD-${randomUUID()}`,
    transaction_amount: "500.00",
    transaction_status: "SUCCESS",
    transaction_date_time: "2026-11-21T08:00:00.000Z",
    gateway_transaction_id: "GW-1",
    currency: "INR",
    udf1: null,
    udf2: null,
    udf3: null,
    attempt: 1,
    gateway: "simulator",
    payment_method: "UPI",
    paid_method: null,
    card_scheme: null,
    issuing_bank: null,
    link_issued_at: "2026-11-21T08:00:00.000Z",
    expires_at: "2026-11-22T08:00:00.000Z",
    completed_at: "2026-11-21T08:01:00.000Z",
    refunded_amount: "0.00",
    in_progress_amount: "0.00",
    remaining_amount: "500.00",
    ...fields,
  };
}
