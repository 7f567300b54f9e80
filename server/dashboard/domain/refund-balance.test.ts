import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { RefundStatus } from "@/lib/contract/statuses";
import type { RefundIntentState } from "@/lib/views";
import { balanceFromLedger, balanceFromService, type RefundBalanceSplit } from "./refund-balance";
import type { RefundIntent } from "./refund-intent";

const at = (minute: number): Date => new Date(Date.UTC(2026, 10, 21, 9, minute));

function intent(fields: Partial<RefundIntent>): RefundIntent {
  return {
    id: "i",
    transactionId: "TXN1",
    reference: "ORD-1",
    serviceAddress: "http://service.test",
    amountPaise: 10_000n,
    currency: "INR",
    reason: null,
    requestedById: "p",
    requestedByName: "Fin",
    requestedAt: at(0),
    approvalId: null,
    state: "ACCEPTED",
    sentAt: at(0),
    answeredAt: at(0),
    message: null,
    toldRemainingPaise: null,
    trouble: null,
    retryAfterSeconds: null,
    refundId: "RFD1",
    refundStatus: "INITIATED",
    completedAt: null,
    ...fields,
  };
}
const open = (state: RefundIntentState, amountPaise = 10_000n): RefundIntent =>
  intent({ state, amountPaise, refundId: null, refundStatus: null, answeredAt: null });
const accepted = (refundStatus: RefundStatus, fields: Partial<RefundIntent> = {}): RefundIntent =>
  intent({ refundStatus, ...fields });
const split = (balance: RefundBalanceSplit): bigint[] => [
  balance.refundedPaise,
  balance.inProgressPaise,
  balance.leftPaise,
];

describe("the balance by the service's count", () => {
  const service = {
    refundedPaise: 10_000n,
    inProgressPaise: 5_000n,
    remainingPaise: 35_000n,
    askedAt: at(10),
  };

  it("is the service's own when nothing is open here", () => {
    const before = accepted("INITIATED", { answeredAt: at(9) });
    expect(split(balanceFromService(50_000n, service, [before]))).toEqual([10_000n, 5_000n, 35_000n]);
  });

  it.each(["RECORDED", "SENDING", "UNKNOWN"] as const)("reserves what is %s", (state) => {
    expect(split(balanceFromService(50_000n, service, [open(state)]))).toEqual([10_000n, 15_000n, 25_000n]);
  });

  it("reserves what was accepted after the service was asked", () => {
    const after = accepted("INITIATED", { answeredAt: at(10) });
    expect(split(balanceFromService(50_000n, service, [after]))).toEqual([10_000n, 15_000n, 25_000n]);
  });

  it("tells how much of it may be counted twice: what is of unknown outcome, and by the service alone", () => {
    const intents = [open("UNKNOWN", 40n), accepted("INITIATED")];
    expect(balanceFromService(50_000n, service, intents).mayCountTwicePaise).toBe(40n);
    expect(balanceFromService(50_000n, service, [open("SENDING")]).mayCountTwicePaise).toBe(0n);
    expect(balanceFromLedger(50_000n, null, intents, at(1)).mayCountTwicePaise).toBe(0n);
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
    expect(split(balanceFromLedger(50_000n, null, intents, at(1)))).toEqual([10_000n, 10_000n, 30_000n]);
  });

  it("is no more than the service last told, less what was asked for since", () => {
    const told = { remainingPaise: 20_000n, toldAt: at(5) };
    const intents = [accepted("SUCCESS"), accepted("INITIATED", { requestedAt: at(6) })];
    expect(split(balanceFromLedger(50_000n, told, intents, at(7)))).toEqual([30_000n, 10_000n, 10_000n]);
  });

  it("gets back a refund that failed after the service told", () => {
    const told = { remainingPaise: 0n, toldAt: at(5) };
    const failed = accepted("FAILURE", { completedAt: at(6) });
    expect(split(balanceFromLedger(10_000n, told, [failed], at(7)))).toEqual([0n, 0n, 10_000n]);
  });

  it("forgets what was told after an hour, for a refund made elsewhere may have failed", () => {
    const told = { remainingPaise: 0n, toldAt: at(0) };
    expect(split(balanceFromLedger(10_000n, told, [], at(61)))).toEqual([0n, 0n, 10_000n]);
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
      const service = { refundedPaise, inProgressPaise, remainingPaise, askedAt: at(0) };
      const told = { remainingPaise, toldAt: at(0) };
      for (const balance of [
        balanceFromService(paid, service, intents),
        balanceFromLedger(paid, told, intents, at(1)),
        balanceFromLedger(paid, null, intents, at(1)),
      ]) {
        expect(split(balance).reduce((sum, part) => sum + part, 0n)).toBe(paid);
        expect(split(balance).every((part) => part >= 0n)).toBe(true);
      }
    }),
  );
});
