import { expect, it } from "vitest";
import type { LineResult } from "@/lib/payments/lines-view";
import type { PaymentListItem } from "@/lib/payments/payment-list-views";
import { onlyPaymentOf } from "./chosen-payments";

const payment: PaymentListItem = {
  transactionId: "TXN1",
  reference: "ORDER-1",
  amount: "100.00",
  currency: "INR",
  status: "SUCCESS",
  createdAt: "2026-11-21T09:00:00.000Z",
  method: null,
  gateway: null,
  isTest: false,
  customer: null,
  refunded: "40.00",
  inProgress: null,
  details: { remaining: "60.00" },
};
const waiting: PaymentListItem = { ...payment, transactionId: "TXN2", status: "INITIATED" };
it("can choose a line only if it found exactly one payment", () => {
  const found = (payments: PaymentListItem[], isMore = false): LineResult => ({
    line: "x",
    kind: "found",
    payments,
    isMore,
  });
  expect(onlyPaymentOf(found([payment]))).toBe(payment);
  expect(onlyPaymentOf(found([payment, waiting]))).toBeNull();
  expect(onlyPaymentOf(found([payment], true))).toBeNull();
  expect(onlyPaymentOf({ line: "x", kind: "not_found" })).toBeNull();
});
