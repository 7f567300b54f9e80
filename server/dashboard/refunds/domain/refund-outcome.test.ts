import { describe, expect, it } from "vitest";
import type { RefundOutcome } from "@/lib/refunds/refund-form-view";
import { refundIntent } from "@/tools/testing/dashboard/refund-intent";
import { outcomeOfResponse, outcomeOfIntent } from "./refund-outcome";
import type { IntentResponse, RefundIntent } from "./refund-intent";

describe("what a person reads about a call's answer", () => {
  it.each<[IntentResponse | null, RefundOutcome]>([
    [null, { kind: "unknown", intentId: "i" }],
    [
      { state: "ACCEPTED", refundId: "RFD1", refundStatus: "INITIATED" },
      { kind: "accepted", intentId: "i", refundId: "RFD1" },
    ],
    [
      { state: "REFUSED", message: "too much", reportedRemainingPaise: 1_005n },
      { kind: "refused", message: "too much", left: "10.05" },
    ],
    [
      { state: "REFUSED", message: "no", reportedRemainingPaise: null },
      { kind: "refused", message: "no", left: null },
    ],
    [
      { state: "NOT_SENT", serviceError: { kind: "busy", retryAfterSeconds: 9 } },
      { kind: "not_sent", serviceError: { kind: "busy", retryAfterSeconds: 9 } },
    ],
  ])("%o is %o", (response, outcome) => {
    expect(outcomeOfResponse("i", response)).toEqual(outcome);
  });
});

describe("the same from the record", () => {
  it.each<[Partial<RefundIntent>, RefundOutcome | null]>([
    [{ state: "RECORDED" }, null],
    [{ state: "SENDING" }, null],
    [{ state: "UNKNOWN" }, { kind: "unknown", intentId: "i" }],
    [{ state: "ACCEPTED" }, { kind: "accepted", intentId: "i", refundId: "RFD1" }],
    [
      { state: "REFUSED", message: "too much", reportedRemainingPaise: 1_005n },
      { kind: "refused", message: "too much", left: "10.05" },
    ],
    [{ state: "REFUSED" }, { kind: "refused", message: "", left: null }],
    [{ state: "NOT_SENT" }, { kind: "not_sent", serviceError: { kind: "unavailable" } }],
    [
      { state: "NOT_SENT", serviceError: "key_refused" },
      { kind: "not_sent", serviceError: { kind: "key_refused" } },
    ],
    [
      { state: "NOT_SENT", serviceError: "busy", retryAfterSeconds: 9 },
      { kind: "not_sent", serviceError: { kind: "busy", retryAfterSeconds: 9 } },
    ],
    [
      { state: "NOT_SENT", serviceError: "busy" },
      { kind: "not_sent", serviceError: { kind: "busy", retryAfterSeconds: 1 } },
    ],
  ])("%o is reported as %o", (fields, outcome) => {
    expect(outcomeOfIntent(refundIntent(fields))).toEqual(outcome);
  });
});
