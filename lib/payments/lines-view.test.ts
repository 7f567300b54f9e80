import { expect, test } from "vitest";
import { type LineResult, linesOf, onlyPaymentOf } from "./lines-view";
import type { PaymentListItem } from "./payment-list-views";
import { paymentItem } from "@/tools/testing/payment-item";

test.each([
  ["A-1\nB-2", ["A-1", "B-2"]],
  ["  A-1 \r\n\r\nB-2\tC-3\nA-1", ["A-1", "B-2", "C-3"]],
  ["ORDER 1", ["ORDER 1"]],
  [" \n ", []],
])("the lines of %j", (text, lines) => expect(linesOf(text)).toEqual(lines));

test("a line means a payment only if it found exactly one", () => {
  const payment = paymentItem();
  const found = (payments: PaymentListItem[], isMore = false): LineResult => ({
    line: "x",
    kind: "found",
    payments,
    isMore,
  });
  expect(onlyPaymentOf(found([payment]))).toBe(payment);
  expect(onlyPaymentOf(found([payment, paymentItem({ transactionId: "TXN2" })]))).toBeNull();
  expect(onlyPaymentOf(found([payment], true))).toBeNull();
  expect(onlyPaymentOf({ line: "x", kind: "not_found" })).toBeNull();
});
