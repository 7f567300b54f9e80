import { expect, test } from "vitest";
import { refundFailureReason } from "./refund-reasons";

test.each([
  ["stripe", "charge_disputed", "disputed"],
  ["stripe", "expired_or_canceled_card", "account_closed"],
  ["paypal", "REFUND_TIME_LIMIT_EXCEEDED", "window_over"],
  ["paypal", "REFUND_FAILED_INSUFFICIENT_FUNDS", "insufficient_balance"],
  ["adyen", "137", "refused"],
  ["simulator-b", "sim_disputed", "disputed"],
  ["stripe", "added_since", "unknown"],
  ["stripe", "constructor", "unknown"],
  ["razorpay", null, "unknown"],
  ["a-vendor-that-is-gone", "charge_disputed", "unknown"],
])("%s's %s means %s", (gateway, code, reason) => {
  expect(refundFailureReason(gateway, code)).toBe(reason);
});
