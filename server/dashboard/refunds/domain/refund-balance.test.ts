import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { RefundStatus } from "@/lib/contract/statuses";
import type { RefundIntentState } from "@/lib/refunds/refund-intent-view";
import { atMinute as at, refundIntent as intent } from "../../testing/refund-intent";
import {
  balanceFromLedger,
  balanceFromService,
  presentBalance,
  type RefundBalanceSplit,
} from "./refund-balance";
import type { RefundIntent } from "./refund-intent";

const open = (state: RefundIntentState, amountPaise = 10_000n): RefundIntent =>
  intent({ state, amountPaise, refundId: null, refundStatus: null, countedAtMs: null });
const accepted = (refundStatus: RefundStatus, fields: Partial<RefundIntent> = {}): RefundIntent =>
  intent({ refundStatus, ...fields });
const split = (balance: RefundBalanceSplit): bigint[] => [
  balance.refundedPaise,
  balance.inProgressPaise,
  balance.leftPaise,
];

const reportedOf = (remainingPaise: bigint, minute: number, ageMinutes = 1) => ({
  remainingPaise,
  reportedAtMs: at(minute).getTime(),
  ageMs: ageMinutes * 60_000,
});

describe("the balance by the service's count", () => {
  const service = {
    refundedPaise: 10_000n,
    inProgressPaise: 5_000n,
    remainingPaise: 35_000n,
    fetchedAtMs: at(10).getTime(),
  };

  it("is the service's own when nothing is open here", () => {
    const before = accepted("INITIATED", { countedAtMs: at(9).getTime() });
    expect(split(balanceFromService(50_000n, service, [before]))).toEqual([10_000n, 5_000n, 35_000n]);
  });

  it.each(["RECORDED", "SENDING", "UNKNOWN"] as const)("reserves what is %s", (state) => {
    expect(split(balanceFromService(50_000n, service, [open(state)]))).toEqual([10_000n, 15_000n, 25_000n]);
  });

  it("reserves what was accepted after the call to the service", () => {
    const after = accepted("INITIATED", { countedAtMs: at(10).getTime() });
    expect(split(balanceFromService(50_000n, service, [after]))).toEqual([10_000n, 15_000n, 25_000n]);
  });

  it("tells how much of it may be counted twice: what is of unknown outcome, and by the service alone", () => {
    const intents = [open("UNKNOWN", 40n), accepted("INITIATED")];
    expect(balanceFromService(50_000n, service, intents).mayCountTwicePaise).toBe(40n);
    expect(balanceFromService(50_000n, service, [open("SENDING")]).mayCountTwicePaise).toBe(0n);
    expect(balanceFromLedger(50_000n, null, intents).mayCountTwicePaise).toBe(0n);
  });

  it("reserves what was found to be paid late after the call to the service", () => {
    const late = accepted("FAILURE", { lateSuccessSeenAt: at(1), countedAtMs: at(11).getTime() });
    expect(split(balanceFromService(50_000n, service, [late]))).toEqual([10_000n, 15_000n, 25_000n]);
    const before = { ...late, countedAtMs: at(9).getTime() };
    expect(split(balanceFromService(50_000n, service, [before]))).toEqual([10_000n, 5_000n, 35_000n]);
  });

  it.each([
    ["of unknown time", accepted("SUCCESS", { countedAtMs: null })],
    ["failed since", accepted("FAILURE", { countedAtMs: at(11).getTime() })],
    ["refused since", intent({ state: "REFUSED", refundStatus: null, countedAtMs: at(11).getTime() })],
    ["not sent", intent({ state: "NOT_SENT", refundStatus: null, countedAtMs: at(11).getTime() })],
  ])("reserves nothing for a refund that is %s", (_, one) => {
    expect(split(balanceFromService(50_000n, service, [one]))).toEqual([10_000n, 5_000n, 35_000n]);
  });

  it("says that it is the service's, as the ledger's says that it is our own", () => {
    expect(balanceFromService(50_000n, service, []).source).toBe("service");
    expect(balanceFromLedger(50_000n, null, []).source).toBe("ledger");
  });

  it("is never below zero, though one of unknown outcome may be counted twice", () => {
    const spent = { ...service, remainingPaise: 0n, inProgressPaise: 40_000n };
    expect(split(balanceFromService(50_000n, spent, [open("UNKNOWN", 40_000n)]))).toEqual([
      10_000n,
      40_000n,
      0n,
    ]);
  });
});

describe("the balance by the dashboard's own ledger", () => {
  it("takes away every refund that has not failed", () => {
    const intents = [accepted("SUCCESS"), accepted("PROCESSING"), accepted("FAILURE")];
    expect(split(balanceFromLedger(50_000n, null, intents))).toEqual([10_000n, 10_000n, 30_000n]);
  });

  it("is no more than the service last reported, less what was requested since", () => {
    const reported = reportedOf(20_000n, 5);
    const intents = [accepted("SUCCESS"), accepted("INITIATED", { recordedAtMs: at(6).getTime() })];
    expect(split(balanceFromLedger(50_000n, reported, intents))).toEqual([30_000n, 10_000n, 10_000n]);
  });

  it("gets back a refund that failed after the service reported", () => {
    const reported = reportedOf(0n, 5);
    const failed = accepted("FAILURE", { completedAt: at(6) });
    expect(split(balanceFromLedger(10_000n, reported, [failed]))).toEqual([0n, 0n, 10_000n]);
  });

  it("gets back none that failed before the service reported, of unknown time, or requested afterwards", () => {
    const reported = reportedOf(5_000n, 5);
    for (const failed of [
      accepted("FAILURE", { completedAt: at(5) }),
      accepted("FAILURE", { completedAt: null }),
      accepted("FAILURE", { recordedAtMs: at(6).getTime(), completedAt: at(7) }),
      accepted("SUCCESS", { completedAt: at(6) }),
    ]) {
      expect(balanceFromLedger(50_000n, reported, [failed]).leftPaise).toBe(5_000n);
    }
    const asked = accepted("FAILURE", { recordedAtMs: at(5).getTime(), completedAt: at(6) });
    expect(balanceFromLedger(50_000n, reported, [asked]).leftPaise).toBe(15_000n);
  });

  it("takes away one that was paid after its failure, also from what the service reported before it was seen", () => {
    const late = accepted("FAILURE", {
      completedAt: at(2),
      lateSuccessSeenAt: at(6),
      countedAtMs: at(6).getTime(),
    });
    expect(split(balanceFromLedger(50_000n, null, [late]))).toEqual([10_000n, 0n, 40_000n]);
    const left = (minute: number) =>
      balanceFromLedger(50_000n, reportedOf(20_000n, minute), [late]).leftPaise;
    expect(left(5)).toBe(10_000n);
    expect(left(7)).toBe(20_000n);
    // Counted when the service reported the balance, because it failed later: nothing is released.
    expect(left(1)).toBe(20_000n);
  });

  it("counts what was requested at the very time of the report as reported", () => {
    const reported = reportedOf(20_000n, 5);
    const intents = [accepted("INITIATED", { recordedAtMs: at(5).getTime() })];
    expect(balanceFromLedger(50_000n, reported, intents).leftPaise).toBe(20_000n);
  });

  it("is what is left of its own where that is less than what the service reported", () => {
    const reported = reportedOf(45_000n, 5);
    expect(split(balanceFromLedger(50_000n, reported, [accepted("SUCCESS")]))).toEqual([
      10_000n,
      0n,
      40_000n,
    ]);
  });

  it("counts no more as in progress than is spent", () => {
    const reported = reportedOf(0n, 5);
    const after = [open("UNKNOWN", 60_000n)];
    expect(split(balanceFromLedger(50_000n, reported, after))).toEqual([0n, 50_000n, 0n]);
  });

  it("forgets what was reported after an hour, for a refund made outside the dashboard may have failed", () => {
    expect(split(balanceFromLedger(10_000n, reportedOf(0n, 0, 61), []))).toEqual([0n, 0n, 10_000n]);
    expect(split(balanceFromLedger(10_000n, reportedOf(0n, 0, 60), []))).toEqual([10_000n, 0n, 0n]);
  });
});

it("paid is always refunded + in progress + left, and no part is negative", () => {
  const states = fc.constantFrom<RefundIntent[]>(
    [open("UNKNOWN")],
    [accepted("SUCCESS")],
    [accepted("FAILURE")],
    [accepted("PROCESSING"), open("SENDING", 1n)],
    [],
  );
  const paise = fc.bigInt({ min: 0n, max: 1_000_000n });
  fc.assert(
    fc.property(paise, paise, paise, states, (refundedPaise, inProgressPaise, remainingPaise, intents) => {
      const paid = refundedPaise + inProgressPaise + remainingPaise;
      const service = { refundedPaise, inProgressPaise, remainingPaise, fetchedAtMs: at(0).getTime() };
      const reported = reportedOf(remainingPaise, 0);
      for (const balance of [
        balanceFromService(paid, service, intents),
        balanceFromLedger(paid, reported, intents),
        balanceFromLedger(paid, null, intents),
      ]) {
        expect(split(balance).reduce((sum, part) => sum + part, 0n)).toBe(paid);
        expect(split(balance).every((part) => part >= 0n)).toBe(true);
      }
    }),
  );
});

it("a balance is shown in the wire's amounts, and what may count twice only where there is any", () => {
  const balance: RefundBalanceSplit = {
    paidPaise: 50_000n,
    refundedPaise: 10_000n,
    inProgressPaise: 5n,
    manualPaise: 0n,
    requestedPaise: 0n,
    leftPaise: 39_995n,
    mayCountTwicePaise: 0n,
    source: "service",
  };
  const shown = {
    paid: "500.00",
    refunded: "100.00",
    inProgress: "0.05",
    left: "399.95",
    source: "service",
    manual: null,
    requested: null,
  };
  expect(presentBalance(balance)).toEqual({ ...shown, mayCountTwice: null });
  expect(presentBalance({ ...balance, mayCountTwicePaise: 5n })).toEqual({ ...shown, mayCountTwice: "0.05" });
});
