import { describe, expect, it } from "vitest";
import type { DuplicateRefund } from "@/lib/duplicate-refunds";
import { refundIntent } from "@/tools/testing/dashboard/refund-intent";
import { mayRefund, type RefundFacts, type RefundProposal } from "./may-refund";
import type { RefundIntent } from "./refund-intent";

const AT = new Date("2026-11-21T10:00:00.000Z");
const SERVICE = "http://service";

const intent = (fields: Partial<RefundIntent> = {}): RefundIntent =>
  refundIntent({
    serviceAddress: SERVICE,
    amountPaise: 100n,
    refundStatus: "SUCCESS",
    completedAt: AT,
    ...fields,
  });

const facts = (fields: Partial<RefundFacts> = {}, intents: RefundIntent[] = []): RefundFacts => ({
  payment: { paidPaise: 500n, currency: "INR", service: null },
  reported: null,
  holds: { intents, awaitingPaise: 0n, approvedPaise: 0n, manualPaise: 0n, requestedPaise: 0n },
  serviceAddress: SERVICE,
  asked: new Set(),
  duplicates: [],
  waiting: null,
  mayNow: true,
  own: null,
  threshold: null,
  reporter: null,
  ...fields,
});
const proposal = (fields: Partial<RefundProposal> = {}): RefundProposal => ({
  amountPaise: 100n,
  confirmed: [],
  requestSteps: null,
  isRow: false,
  ...fields,
});

const FAILED = intent({ refundStatus: "FAILURE" });
const by = { by: "Person", at: AT.toISOString() };
const SENT: DuplicateRefund = {
  ...by,
  kind: "refunded_before",
  intentId: "sent",
  refundId: "RFD",
  status: "SUCCESS",
  wasPaidLate: false,
  runId: null,
};
const RETURNED: DuplicateRefund = {
  ...by,
  kind: "returned_manually",
  intentId: "returned",
  isWaiting: false,
};
const WAITS: DuplicateRefund = { ...by, kind: "request_waits", intentId: "waits" };
const threshold = (thresholdPaise: bigint | null, countedPaise = 0n): RefundFacts["threshold"] => ({
  role: "finance",
  limit: { thresholdPaise, lifetimeMinutes: 60 },
  countedPaise,
});

const kindOf = (given: RefundFacts, wanted: RefundProposal = proposal()) => mayRefund(given, wanted).kind;

it("a fraction of a currency without decimals is refused, unless the balance has one itself", () => {
  const yen = (paidPaise: bigint) => facts({ payment: { paidPaise, currency: "JPY", service: null } });
  expect(kindOf(yen(500n), proposal({ amountPaise: 150n }))).toBe("no_decimals");
  expect(kindOf(yen(500n), proposal({ amountPaise: 200n }))).toBe("allowed");
  expect(kindOf(yen(550n), proposal({ amountPaise: 550n }))).toBe("allowed");
  expect(kindOf(facts(), proposal({ amountPaise: 150n }))).toBe("allowed");
});

describe("a failed refund of the payment", () => {
  it("has to be asked about before anything else is decided, whatever its amount", () => {
    const other = { ...FAILED, amountPaise: 7n };
    expect(kindOf(facts({}, [other]), proposal({ amountPaise: 1_000n }))).toBe("unasked");
    expect(kindOf(facts({ asked: new Set(["another"]) }, [other]))).toBe("unasked");
    expect(kindOf(facts({ asked: new Set([other.id]) }, [other]))).toBe("allowed");
  });

  it("of another service cannot be asked about", () => {
    expect(kindOf(facts({ serviceAddress: "http://other" }, [FAILED]))).toBe("allowed");
  });

  it("that was paid late is asked about no more, and its amount is gone", () => {
    const late = { ...FAILED, amountPaise: 450n, lateSuccessSeenAt: AT };
    expect(mayRefund(facts({}, [late]), proposal())).toEqual({ kind: "exceeds", leftPaise: 50n });
  });
});

it("is blocked by a refund of unknown outcome, before its amount matters", () => {
  const open = intent({ state: "UNKNOWN", refundStatus: null });
  const verdict = mayRefund(facts({}, [open]), proposal({ amountPaise: 1_000n }));
  expect(verdict).toEqual({ kind: "blocked", by: open });
});

it.each(["awaitingPaise", "approvedPaise", "manualPaise", "requestedPaise"] as const)(
  "may not use what is reserved as %s",
  (part) => {
    const { holds } = facts();
    const given = facts({ holds: { ...holds, [part]: 401n } });
    expect(mayRefund(given, proposal())).toEqual({ kind: "exceeds", leftPaise: 99n });
    expect(kindOf(given, proposal({ amountPaise: 99n }))).toBe("allowed");
  },
);

describe("what the service reported as refunded outside the dashboard", () => {
  const reported = { remainingPaise: 50n, reportedAtMs: AT.getTime() };
  const reporter = { intentId: "refused", by: "Person" };

  it("stops no refund that is sent: the service decides", () => {
    expect(kindOf(facts({ reported }), proposal({ amountPaise: 500n }))).toBe("allowed");
  });

  it("is asked about where no service decides, if it and the amount do not fit the payment together", () => {
    const manual = facts({ reported, reporter });
    expect(kindOf(manual, proposal({ amountPaise: 50n }))).toBe("allowed");
    expect(mayRefund(manual, proposal({ amountPaise: 51n }))).toEqual({
      kind: "likely_duplicate",
      duplicates: [{ kind: "refunded_outside", ...reporter, at: AT.toISOString(), amount: "4.50" }],
    });
    expect(kindOf(manual, proposal({ amountPaise: 51n, confirmed: ["refused"] }))).toBe("allowed");
  });
});

it("may not exceed what is left of the person's own limit", () => {
  const own = { limitPaise: 200n, leftPaise: 99n, mayRequest: true };
  expect(mayRefund(facts({ own }), proposal())).toEqual({ kind: "above_limit", own });
  expect(kindOf(facts({ own }), proposal({ amountPaise: 99n }))).toBe("allowed");
});

describe("likely duplicates", () => {
  const duplicates = [SENT, RETURNED, WAITS];

  it("are all confirmed by their ids, or all of them are shown again", () => {
    const given = facts({ duplicates });
    expect(mayRefund(given, proposal())).toEqual({ kind: "likely_duplicate", duplicates });
    const two = proposal({ confirmed: ["sent", "waits"] });
    expect(mayRefund(given, two)).toEqual({ kind: "likely_duplicate", duplicates });
    const all = proposal({ confirmed: ["waits", "returned", "sent", "of another refund"] });
    expect(mayRefund(given, all)).toEqual({ kind: "allowed", separateFrom: ["sent", "returned", "waits"] });
  });

  it("of a row of a bulk run are those whose money has moved", () => {
    const row = proposal({ isRow: true });
    expect(kindOf(facts({ duplicates: [WAITS] }), row)).toBe("allowed");
    expect(mayRefund(facts({ duplicates }), row)).toEqual({
      kind: "likely_duplicate",
      duplicates: [SENT, RETURNED],
    });
  });
});

describe("a threshold", () => {
  it.each([
    [100n, 0n, "allowed"],
    [100n, 1n, "needs_approval"],
    [99n, 0n, "needs_approval"],
    [null, 0n, "needs_approval"],
  ] as const)("of %s, with %s counted before, makes a refund of 100 %s", (thresholdPaise, counted, kind) => {
    expect(kindOf(facts({ threshold: threshold(thresholdPaise, counted) }))).toBe(kind);
  });

  it("is the last question: what is not possible anyway needs nobody's approval", () => {
    const given = { threshold: threshold(null), duplicates: [SENT] };
    expect(kindOf(facts(given))).toBe("likely_duplicate");
    expect(mayRefund(facts(given), proposal({ confirmed: ["sent"] }))).toMatchObject({
      kind: "needs_approval",
      separateFrom: ["sent"],
    });
  });
});
