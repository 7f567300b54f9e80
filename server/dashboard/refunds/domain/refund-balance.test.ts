import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { RefundStatus } from "@/lib/contract/statuses";
import type { RefundIntentState } from "@/lib/refunds/refund-intent-view";
import { atMinute as at, refundIntent as intent } from "@/tools/testing/dashboard/refund-intent";
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

const reportedOf = (remainingPaise: bigint, minute: number) => ({
  remainingPaise,
  reportedAtMs: at(minute).getTime(),
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

  it("takes away one that was paid after its failure", () => {
    const late = accepted("FAILURE", { lateSuccessSeenAt: at(6), countedAtMs: at(6).getTime() });
    expect(split(balanceFromLedger(50_000n, null, [late]))).toEqual([10_000n, 0n, 40_000n]);
  });

  it("counts no more as in progress than was paid", () => {
    expect(split(balanceFromLedger(50_000n, null, [open("UNKNOWN", 60_000n)]))).toEqual([0n, 50_000n, 0n]);
  });
});

describe("what the service last reported as refunded outside the dashboard", () => {
  const outside = (remainingPaise: bigint, intents: RefundIntent[], minute = 5) =>
    balanceFromLedger(50_000n, reportedOf(remainingPaise, minute), intents).outside?.amountPaise ?? null;

  it("is told beside the balance, with the time of the report, and takes nothing from what is left", () => {
    const balance = balanceFromLedger(50_000n, reportedOf(35_000n, 5), [accepted("SUCCESS")]);
    expect(split(balance)).toEqual([10_000n, 0n, 40_000n]);
    expect(balance.outside).toEqual({ amountPaise: 5_000n, reportedAtMs: at(5).getTime() });
    expect(presentBalance(balance).outside).toEqual({ amount: "50.00", reportedAt: at(5).toISOString() });
  });

  it("is nothing where refunds made here explain the report, and where nothing was reported", () => {
    expect(outside(40_000n, [accepted("SUCCESS")])).toBe(null);
    expect(outside(45_000n, [accepted("SUCCESS")])).toBe(null);
    expect(balanceFromLedger(50_000n, null, [accepted("SUCCESS")]).outside).toBe(null);
  });

  it.each([
    ["requested at the very time of the report", { recordedAtMs: at(5).getTime() }, 10_000n],
    ["requested since", { recordedAtMs: at(6).getTime() }, 20_000n],
    ["failed since", { refundStatus: "FAILURE", completedAt: at(6) }, 10_000n],
    ["failed before", { refundStatus: "FAILURE", completedAt: at(5) }, 20_000n],
    ["accepted after all since", { countedAtMs: at(6).getTime() }, 20_000n],
    [
      "accepted after all since, and failed",
      { countedAtMs: at(6).getTime(), refundStatus: "FAILURE", completedAt: at(7) },
      20_000n,
    ],
    ["accepted before", { countedAtMs: at(4).getTime() }, 10_000n],
    ["failed, nobody knows when", { refundStatus: "FAILURE", completedAt: null }, 20_000n],
    [
      "failed before and was seen to be paid late before",
      { refundStatus: "FAILURE", completedAt: at(2), lateSuccessSeenAt: at(4), countedAtMs: at(4).getTime() },
      10_000n,
    ],
    [
      "failed before and was seen to be paid late since",
      { refundStatus: "FAILURE", completedAt: at(2), lateSuccessSeenAt: at(6), countedAtMs: at(6).getTime() },
      20_000n,
    ],
  ] satisfies [string, Partial<RefundIntent>, bigint][])(
    "leaves out a refund made here that the report counted: one that was %s",
    (_, fields, expected) => {
      expect(outside(30_000n, [intent({ refundStatus: "PROCESSING", ...fields })])).toBe(expected);
    },
  );

  it("is over when the service accepts what would not fit beside it, but not while that is of unknown outcome", () => {
    const since = { recordedAtMs: at(6).getTime(), amountPaise: 45_000n };
    expect(outside(40_000n, [accepted("INITIATED", since)])).toBe(null);
    expect(outside(40_000n, [{ ...open("UNKNOWN"), ...since }])).toBe(10_000n);
    expect(outside(40_000n, [accepted("INITIATED", { ...since, amountPaise: 40_000n })])).toBe(10_000n);
  });

  it("is no part of the service's own balance, which includes it", () => {
    const service = {
      refundedPaise: 0n,
      inProgressPaise: 0n,
      remainingPaise: 50_000n,
      fetchedAtMs: at(10).getTime(),
    };
    expect(balanceFromService(50_000n, service, []).outside).toBe(null);
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
    outside: null,
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
    outside: null,
  };
  expect(presentBalance(balance)).toEqual({ ...shown, mayCountTwice: null });
  expect(presentBalance({ ...balance, mayCountTwicePaise: 5n })).toEqual({ ...shown, mayCountTwice: "0.05" });
});
