import { describe, expect, it } from "vitest";
import { REFUND_STATUSES } from "@/lib/contract/statuses";
import { REFUND_INTENT_STATES } from "@/lib/refunds/refund-intent-view";
import { atMinute, refundIntent } from "@/tools/testing/dashboard/refund-intent";
import { countsAgainstBalance, isOpen, presentIntent } from "./refund-intent";

describe.each(REFUND_INTENT_STATES)("a refund requested here that is %s", (state) => {
  const mayHaveGone = state === "RECORDED" || state === "SENDING" || state === "UNKNOWN";

  it("blocks another one exactly while its outcome is open", () => {
    expect(isOpen({ state })).toBe(mayHaveGone);
  });

  it.each([...REFUND_STATUSES, null])(
    "holds its amount unless it never went or failed (%s)",
    (refundStatus) => {
      const isTaken = state === "ACCEPTED" && refundStatus !== "FAILURE";
      expect(countsAgainstBalance({ state, refundStatus, lateSuccessSeenAt: null })).toBe(
        mayHaveGone || isTaken,
      );
    },
  );
});

it("holds its amount again when a failed refund was paid later", () => {
  const failed = { state: "ACCEPTED", refundStatus: "FAILURE" } as const;
  expect(countsAgainstBalance({ ...failed, lateSuccessSeenAt: atMinute(5) })).toBe(true);
});

it("is shown with the name of who asked, times in UTC, and its amount as the wire writes it", () => {
  const intent = refundIntent({
    id: "7",
    amountPaise: 10_005n,
    reason: "torn",
    message: "no",
    refundStatus: "FAILURE",
    completedAt: atMinute(5),
  });
  const shown = {
    intentId: "7",
    state: "ACCEPTED",
    transactionId: "TXN1",
    reference: "ORD-1",
    amount: "100.05",
    currency: "INR",
    isTest: false,
    reason: "torn",
    requestedBy: "Fin",
    requestedAt: "2026-11-21T09:00:00.000Z",
    message: "no",
    refundId: "RFD1",
    refundStatus: "FAILURE",
    completedAt: "2026-11-21T09:05:00.000Z",
    wasPaidLate: false,
    failure: null,
  };
  expect(presentIntent(intent)).toEqual(shown);
  expect(presentIntent({ ...intent, completedAt: null })).toEqual({ ...shown, completedAt: null });
});
