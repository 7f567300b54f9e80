import { expect, test } from "vitest";
import type { PaymentListItem } from "@/lib/payments/payment-list-views";
import { stateOfStatus } from "@/lib/payments/payment-state";
import { areSameRows } from "./same-rows";

const ROW: PaymentListItem = {
  transactionId: "TXN1",
  reference: "HB-1",
  amount: "100.00",
  currency: "INR",
  status: "SUCCESS",
  state: stateOfStatus("SUCCESS"),
  createdAt: "2026-11-25T02:30:00Z",
  method: "UPI",
  gateway: "simulator",
  isTest: false,
  customer: null,
  refunded: null,
  inProgress: null,
  manual: null,
};

test("the same payments with other columns or in another state are the same rows, other payments are not", () => {
  expect(areSameRows([ROW], [{ ...ROW, details: { udf1: "red" } }])).toBe(true);
  expect(areSameRows([ROW], [{ ...ROW, refunded: "40.00" }])).toBe(true);
  expect(areSameRows([ROW], [{ ...ROW, transactionId: "TXN2" }])).toBe(false);
  expect(areSameRows([ROW], [{ ...ROW, transactionId: "TXN2" }, ROW])).toBe(false);
});
