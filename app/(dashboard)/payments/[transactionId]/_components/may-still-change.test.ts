import { expect, test } from "vitest";
import type { PaymentView } from "@/lib/payments/payment-view";
import { mayStillChange } from "./may-still-change";

const CREATED = "2026-11-24T10:00:00.000Z";
const record = (status: PaymentView["status"], isLatest = true): PaymentView => ({
  transactionId: "TXN202611241700000000000",
  reference: "ORDER-1",
  amount: "500.00",
  currency: "INR",
  status,
  createdAt: CREATED,
  gatewayTransactionId: null,
  udf: { udf1: null, udf2: null, udf3: null },
  isLatest,
  isTest: false,
});

test.each([
  ["INITIATED", true],
  ["FAILURE", true],
  ["DROP", true],
  ["SUCCESS", false],
  ["CANCELLED", false],
] as const)("a reference whose newest record is %s: %s", (status, may) =>
  expect(mayStillChange([record(status)], "2026-11-24T10:05:00.000Z")).toBe(may),
);

test("a day after a failure the link cannot be paid any more", () => {
  expect(mayStillChange([record("FAILURE")], "2026-11-25T09:59:59.000Z")).toBe(true);
  expect(mayStillChange([record("FAILURE")], "2026-11-25T10:00:00.000Z")).toBe(false);
});

test("an older record changes nothing, whatever its status", () => {
  expect(mayStillChange([record("SUCCESS"), record("FAILURE", false)], CREATED)).toBe(false);
  expect(mayStillChange([], CREATED)).toBe(false);
});
