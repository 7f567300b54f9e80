import { expect, test } from "vitest";
import type { RefundStatus } from "@/lib/contract/statuses";
import type { RefundIntentState, RefundIntentView } from "@/lib/refunds/refund-intent-view";
import { hasFailed } from "@/lib/refunds/has-failed";
import { intentCanChange } from "./intent-can-change";

function intent(state: RefundIntentState, refundStatus: RefundStatus | null): RefundIntentView {
  return {
    intentId: "00000000-0000-4000-8000-000000000000",
    state,
    transactionId: "TXN202611211763700000000",
    reference: "ORDER-1",
    amount: "10.00",
    currency: "INR",
    reason: null,
    requestedBy: "finance@example.com",
    requestedAt: "2026-11-21T08:00:00.000Z",
    isTest: false,
    message: null,
    refundId: null,
    refundStatus,
    completedAt: null,
    wasPaidLate: false,
    failure: null,
  };
}

test.each<[RefundIntentState, RefundStatus | null, boolean]>([
  ["RECORDED", null, true],
  ["SENDING", null, true],
  ["UNKNOWN", null, true],
  ["ACCEPTED", null, true],
  ["ACCEPTED", "INITIATED", true],
  ["ACCEPTED", "PROCESSING", true],
  ["ACCEPTED", "SUCCESS", false],
  ["ACCEPTED", "FAILURE", false],
  ["REFUSED", null, false],
  ["NOT_SENT", null, false],
])("the list goes on looking at %s with refund status %s: %s", (state, refundStatus, looks) => {
  expect(intentCanChange(intent(state, refundStatus))).toBe(looks);
});

test.each<[RefundIntentState, RefundStatus | null, boolean, boolean]>([
  ["REFUSED", null, false, true],
  ["NOT_SENT", null, false, true],
  ["ACCEPTED", "FAILURE", false, true],
  ["ACCEPTED", "FAILURE", true, false],
  ["ACCEPTED", "SUCCESS", false, false],
  ["UNKNOWN", null, false, false],
])(
  "%s with refund status %s, paid late: %s, may be refunded again: %s",
  (state, status, wasPaidLate, may) => {
    expect(hasFailed({ ...intent(state, status), wasPaidLate })).toBe(may);
  },
);
