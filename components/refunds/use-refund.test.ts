import { expect, test } from "vitest";
import type { RefundLookup, RefundView } from "@/lib/views";
import { track } from "@/components/live/tracked";
import { refundIsOpen } from "./use-refund";

const refund: RefundView = {
  refundId: "RFD202611211763700000000",
  transactionId: "TXN202611211763700000000",
  reference: "ORDER-1",
  amount: "10.00",
  currency: "INR",
  status: "PROCESSING",
  gatewayRefundId: null,
  reason: null,
  requestedAt: "2026-11-21T08:00:00.000Z",
  completedAt: null,
  requestedBy: null,
};
const checkedAt = "2026-11-21T08:00:05.000Z";
const running: RefundLookup = { kind: "found", refund, checkedAt };
const completed: RefundLookup = {
  kind: "found",
  refund: { ...refund, status: "SUCCESS", completedAt: "2026-11-21T08:00:04.000Z" },
  checkedAt,
};
const away: RefundLookup = {
  kind: "trouble",
  refundId: refund.refundId,
  trouble: { kind: "unavailable" },
  checkedAt,
};

test("a refund is looked at until refund_completed_at is set (section 4.5)", () => {
  expect(refundIsOpen(track(undefined, running))).toBe(true);
  expect(refundIsOpen(track(undefined, completed))).toBe(false);
});

test("an outage does not end the looking", () => {
  expect(refundIsOpen(track<RefundLookup>(undefined, away))).toBe(true);
  expect(refundIsOpen(track(track<RefundLookup>(undefined, running), away))).toBe(true);
});

test("an outage after the end does not begin it again", () => {
  expect(refundIsOpen(track(track<RefundLookup>(undefined, completed), away))).toBe(false);
});

test("an id that nobody knows is not looked for again", () => {
  const missing: RefundLookup = { kind: "not_found", refundId: refund.refundId, checkedAt };
  expect(refundIsOpen(track<RefundLookup>(undefined, missing))).toBe(false);
});
