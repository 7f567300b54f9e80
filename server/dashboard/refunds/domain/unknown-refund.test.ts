import { describe, expect, it } from "vitest";
import type { RefundRecord } from "@/lib/contract/responses";
import { atMinute, refundIntent } from "@/tools/testing/dashboard/refund-intent";
import { balanceExcludes, isNotOlder, evaluateSearch, mayBe, nextTryDelayMs } from "./unknown-refund";

const intent = refundIntent({
  state: "UNKNOWN",
  reason: "torn",
  requestedAt: atMinute(10),
  sentAt: atMinute(20),
  refundId: null,
  refundStatus: null,
});
const refund = (minute: number, fields: Partial<RefundRecord> = {}): RefundRecord => ({
  refund_id: "RFD9",
  transaction_id: "TXN1",
  merchant_transaction_id: "ORD-1",
  refund_amount: "100.00",
  refund_status: "INITIATED",
  gateway_refund_id: null,
  refund_reason: "torn",
  refund_requested_at: atMinute(minute).toISOString(),
  refund_completed_at: null,
  ...fields,
});

describe("a refund that may be the one of unknown outcome", () => {
  it("is not older than its call, as far as two clocks five minutes apart can tell", () => {
    expect(isNotOlder(refund(15), intent)).toBe(true);
    const before = new Date(atMinute(15).getTime() - 1).toISOString();
    expect(isNotOlder(refund(0, { refund_requested_at: before }), intent)).toBe(false);
  });

  it("is not older than its form, where the call's time is not known", () => {
    expect(isNotOlder(refund(5), { ...intent, sentAt: null })).toBe(true);
    expect(isNotOlder(refund(4), { ...intent, sentAt: null })).toBe(false);
  });

  it("is of its amount, to the paisa", () => {
    expect(mayBe(refund(20), intent)).toBe(true);
    expect(mayBe(refund(14), intent)).toBe(false);
    expect(mayBe(refund(20, { refund_amount: "100.01" }), intent)).toBe(false);
    expect(mayBe(refund(20, { refund_amount: "?" }), intent)).toBe(false);
  });
});

describe("the verdict of a search", () => {
  const search = (...unowned: RefundRecord[]) => evaluateSearch(unowned, intent, atMinute(21));

  it("takes the only one that fits for the intent's, whatever else there is of other amounts", () => {
    const only = refund(20);
    expect(search(only, refund(20, { refund_amount: "99.00" }))).toEqual({ kind: "found", refund: only });
  });

  it("finds none where none could be it", () => {
    expect(search()).toEqual({ kind: "absent" });
    expect(search(refund(14))).toEqual({ kind: "absent" });
  });

  it("chooses none of several that could be it", () => {
    expect(search(refund(20), refund(20))).toEqual({ kind: "several" });
  });

  it("is unclear about one that was accepted too late for the last call, or says another reason", () => {
    expect(search(refund(26)).kind).toBe("found");
    expect(search(refund(27))).toEqual({ kind: "unclear" });
    expect(search(refund(20, { refund_reason: "other" }))).toEqual({ kind: "unclear" });
    expect(search(refund(20, { refund_reason: null }))).toEqual({ kind: "unclear" });
  });

  it("takes a reason that is left out for none", () => {
    const none = { ...intent, reason: null };
    const only = refund(20, { refund_reason: null });
    expect(evaluateSearch([only], none, atMinute(21))).toEqual({ kind: "found", refund: only });
  });
});

it("a balance excludes an intent once all that is spent, less what is others', is less than its amount", () => {
  expect(balanceExcludes(15_000n, 5_000n, 10_001n)).toBe(true);
  expect(balanceExcludes(15_000n, 5_000n, 10_000n)).toBe(false);
  expect(balanceExcludes(0n, 0n, 1n)).toBe(true);
});

it.each([
  [0, 2_000],
  [25_000, 25_000],
  [60 * 60_000, 30_000],
  [4 * 60 * 60_000, 120_000],
  [23 * 60 * 60_000, 10 * 60_000],
])(
  "an unknown outcome of %i ms is tried again after %i ms, however often it was tried before",
  (ageMs, delayMs) => {
    expect(nextTryDelayMs({ ageMs, unknown: 3 })).toBe(delayMs);
  },
);

it("a thousand unknown outcomes are tried ten times a second in all", () => {
  expect(nextTryDelayMs({ ageMs: 60_000, unknown: 1_000 })).toBe(100_000);
});
