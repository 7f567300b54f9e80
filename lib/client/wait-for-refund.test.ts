import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { RefundRecord } from "../contract/responses";
import type { Called } from "./call-result";
import { delayMs, waitForRefund } from "./wait-for-refund";

const open: RefundRecord = {
  refund_id: "RFD1",
  transaction_id: "TXN1",
  merchant_transaction_id: "ORD-1",
  refund_amount: "10.00",
  refund_status: "PROCESSING",
  gateway_refund_id: null,
  refund_reason: null,
  refund_requested_at: "2026-11-21T09:00:00.000Z",
  refund_completed_at: null,
};
const ended: RefundRecord = {
  ...open,
  refund_status: "SUCCESS",
  refund_completed_at: "2026-11-21T09:00:03.000Z",
};
const answered = (value: RefundRecord): Called<RefundRecord> => ({ kind: "answered", value, requestId: "r" });
const busy: Called<RefundRecord> = {
  kind: "refused",
  refusal: { kind: "busy", retryAfterSeconds: 20 },
  requestId: "r",
};

/** Returns the responses in turn, repeats the last one, and records when each was requested. */
function scriptedFetch(...responses: Called<RefundRecord>[]) {
  const begun = performance.now();
  const sentAtMs: number[] = [];
  const fetchRefund = (): Promise<Called<RefundRecord>> => {
    sentAtMs.push(Math.round(performance.now() - begun));
    const response = responses[Math.min(sentAtMs.length, responses.length) - 1];
    if (response === undefined) throw new Error("no answer was scripted");
    return Promise.resolve(response);
  };
  return { fetchRefund, sentAtMs };
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe("waiting for a refund (failure 26)", () => {
  it("stops at refund_completed_at, and not at a terminal status without it", async () => {
    const { fetchRefund, sentAtMs } = scriptedFetch(
      answered(open),
      answered({ ...ended, refund_completed_at: null }),
      answered(ended),
    );
    const wait = waitForRefund(fetchRefund, "RFD1", {});
    await vi.runAllTimersAsync();
    expect(await wait).toEqual({ kind: "completed", refund: ended });
    expect(sentAtMs).toHaveLength(3);
  });

  it("polls less and less often, and ends at its limit with the last known state", async () => {
    const { fetchRefund, sentAtMs } = scriptedFetch(answered(open));
    const wait = waitForRefund(fetchRefund, "RFD1", { limitMs: 600_000 });
    await vi.advanceTimersByTimeAsync(600_000);
    expect(await wait).toEqual({ kind: "open", because: "limit", refund: open });
    const pauses = sentAtMs.slice(1).map((at, index) => at - (sentAtMs[index] ?? 0));
    expect(pauses[0]).toBeLessThan(1_500);
    expect(Math.max(...pauses)).toBeLessThanOrEqual(36_000);
    expect(sentAtMs.length).toBeGreaterThan(20);
    expect(sentAtMs.length).toBeLessThan(40);
    expect(vi.getTimerCount()).toBe(0);
  });

  it("polls again after a poll that was lost or not sent, and no sooner than a busy service said", async () => {
    const { fetchRefund, sentAtMs } = scriptedFetch(
      { kind: "unknown", reason: "timed_out", status: null, requestId: "r" },
      { kind: "not_sent", requestId: "r" },
      busy,
      answered(ended),
    );
    const wait = waitForRefund(fetchRefund, "RFD1", {});
    await vi.runAllTimersAsync();
    expect((await wait).kind).toBe("completed");
    expect((sentAtMs[3] ?? 0) - (sentAtMs[2] ?? 0)).toBeGreaterThanOrEqual(20_000);
  });

  it("ends at once for a refund that the service does not report", async () => {
    const refusal = { kind: "not_found", message: "Refund not found." } as const;
    const { fetchRefund, sentAtMs } = scriptedFetch({ kind: "refused", refusal, requestId: "r" });
    expect(await waitForRefund(fetchRefund, "RFD1", {})).toEqual({
      kind: "refused",
      refusal,
      requestId: "r",
    });
    expect(sentAtMs).toHaveLength(1);
  });

  it("ends when it is aborted, in the midst of a pause, and leaves no timer behind", async () => {
    const controller = new AbortController();
    const { fetchRefund } = scriptedFetch(answered(open));
    const wait = waitForRefund(fetchRefund, "RFD1", { signal: controller.signal });
    await vi.advanceTimersByTimeAsync(100);
    controller.abort();
    expect(await wait).toEqual({ kind: "open", because: "aborted", refund: open });
    expect(vi.getTimerCount()).toBe(0);
  });

  it("does not begin when it was aborted before", async () => {
    const { fetchRefund, sentAtMs } = scriptedFetch(answered(open));
    const wait = waitForRefund(fetchRefund, "RFD1", { signal: AbortSignal.abort() });
    expect(await wait).toEqual({ kind: "open", because: "aborted", refund: null });
    expect(sentAtMs).toHaveLength(0);
  });
});

it("pauses grow from the first to the longest, each spread by a fifth", () => {
  const options = { firstDelayMs: 1_000, maxDelayMs: 30_000 };
  const pauses = [0, 1, 2, 50, 10_000].map((polls) =>
    [0, 0.5, 1].map((random) => delayMs(polls, options, () => random)),
  );
  expect(pauses).toEqual([
    [800, 1_000, 1_200],
    [1_280, 1_600, 1_920],
    [2_048, 2_560, 3_072],
    [24_000, 30_000, 36_000],
    [24_000, 30_000, 36_000],
  ]);
});
