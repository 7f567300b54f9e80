import { expect, it } from "vitest";
import type { LineResult } from "@/lib/payments/lines-view";
import type { PaymentListItem } from "@/lib/payments/payment-list-views";
import { actionsOf, bulkRowsOf, onlyPaymentOf, possibleFor } from "./chosen-payments";

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
const [refund, cancel] = actionsOf("finance");

it("offers each role what it may do with a payment", () => {
  expect(actionsOf("support")).toEqual([]);
  expect(actionsOf("ops").map(({ kind }) => kind)).toEqual(["cancel"]);
  expect(actionsOf("finance").map(({ kind }) => kind)).toEqual(["refund", "cancel"]);
});

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

it("refunds only what is paid and has something left, and cancels only what waits; each payment once", () => {
  const refunded = { ...payment, transactionId: "TXN3", details: { remaining: "0.00" } };
  if (refund === undefined || cancel === undefined) throw new Error("no action");
  expect(possibleFor(refund, [payment, payment, waiting, refunded])).toEqual([payment]);
  expect(possibleFor(cancel, [payment, waiting])).toEqual([waiting]);
});

it("writes rows that a bulk run reads: what is left, and the exact payment", () => {
  if (refund === undefined || cancel === undefined) throw new Error("no action");
  const odd = { ...waiting, reference: 'A "b", c' };
  expect(bulkRowsOf(refund, [payment])).toBe("reference,amount,transaction_id\nORDER-1,60.00,TXN1");
  expect(bulkRowsOf(cancel, [odd])).toBe('reference,transaction_id\n"A ""b"", c",TXN2');
});
