import type { QueryState } from "@tanstack/react-query";
import { describe, expect, it } from "vitest";
import { DashboardError, SignedOutError } from "@/components/live/fetch-view";
import { track, type Tracked } from "@/components/live/tracked";
import type { RefundLookup, RefundView } from "@/lib/refunds/refund-view";
import { checksOf, refundDelayMs, refundIsOpen } from "./refund-poll";

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
  isTest: false,
  wasPaidLate: false,
  failure: null,
};
const checkedAt = "2026-11-21T08:00:05.000Z";
const now = "2026-11-21T08:00:06.000Z";
const running = {
  kind: "found",
  refund,
  checkedAt,
  nextCheckAt: "2026-11-21T08:00:09.000Z",
  serviceError: null,
  now,
} as const satisfies RefundLookup;
const completed: RefundLookup = {
  ...running,
  refund: { ...refund, status: "SUCCESS", completedAt: "2026-11-21T08:00:04.000Z" },
  nextCheckAt: null,
};
const away: RefundLookup = {
  kind: "service_error",
  refundId: refund.refundId,
  serviceError: { kind: "busy", retryAfterSeconds: 60 },
  checkedAt,
};
const missing: RefundLookup = { kind: "not_found", refundId: refund.refundId, checkedAt };

function stateOf(response: RefundLookup, error: Error | null = null): QueryState<Tracked<RefundLookup>> {
  return {
    data: track<RefundLookup>(undefined, response),
    error,
    dataUpdateCount: 1,
    errorUpdateCount: error === null ? 0 : 1,
    dataUpdatedAt: 0,
    errorUpdatedAt: 0,
    fetchFailureCount: 0,
    fetchFailureReason: null,
    fetchMeta: null,
    fetchStatus: "idle",
    isInvalidated: false,
    status: "success",
  };
}

describe("a refund is polled", () => {
  it("until refund_completed_at is set (specification 4.5)", () => {
    expect(refundIsOpen(track(undefined, running))).toBe(true);
    expect(refundIsOpen(track(undefined, completed))).toBe(false);
    expect(refundDelayMs(stateOf(completed), "a")).toBe(false);
  });

  it("just after the server has asked the service, and at least every 30 s", () => {
    expect(refundDelayMs(stateOf(running), "a")).toBe(3_020);
    const overdue = { ...running, nextCheckAt: "2026-11-21T08:00:00.000Z" };
    expect(refundDelayMs(stateOf(overdue), "a")).toBe(400);
    const far = { ...running, nextCheckAt: "2026-11-21T09:00:00.000Z" };
    expect(refundDelayMs(stateOf(far), "a")).toBe(30_000);
  });

  it("through an outage, with the pause that a busy service requested", () => {
    expect(refundIsOpen(track<RefundLookup>(undefined, away))).toBe(true);
    expect(refundDelayMs(stateOf(away), "a")).toBeGreaterThanOrEqual(60_000);
    expect(refundDelayMs(stateOf(completed, new DashboardError(null)), "a")).not.toBe(false);
  });

  it("no more by somebody who is signed out, nor under an id that nobody knows", () => {
    expect(refundDelayMs(stateOf(running, new SignedOutError()), "a")).toBe(false);
    expect(refundIsOpen(track<RefundLookup>(undefined, missing))).toBe(false);
    expect(refundDelayMs(stateOf(missing), "a")).toBe(false);
  });
});

it("the server's times are shown by the browser's clock, however wrong that is", () => {
  const readAtMs = Date.parse(now) + 3_600_000;
  expect(checksOf(running, readAtMs)).toEqual({ lastMs: readAtMs - 1_000, nextMs: readAtMs + 3_000 });
});
