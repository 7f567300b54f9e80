import { describe, expect, it } from "vitest";
import type { PaymentView } from "@/lib/views";
import { canAsk, type RowState, tallyOf } from "./row-result";

const payment = (status: PaymentView["status"]): PaymentView => ({
  transactionId: "TXN1",
  reference: "ORD-1",
  amount: "10.00",
  currency: "INR",
  status,
  createdAt: "2026-11-21T08:00:00.000Z",
  gatewayTransactionId: null,
  udf: { udf1: null, udf2: null, udf3: null },
  isLatest: true,
});

const ended = (outcome: Extract<RowState, { kind: "ended" }>["outcome"]): RowState => ({
  kind: "ended",
  outcome,
  paidAt: null,
});

const checkedAt = "2026-11-21T09:00:00.000Z";

describe("what came of a run", () => {
  it("is counted by what it means, and what was not tried is not counted", () => {
    expect(
      tallyOf({
        a: ended({ kind: "cancelled" }),
        b: ended({ kind: "already_processed", payment: payment("SUCCESS"), checkedAt }),
        c: ended({ kind: "already_processed", payment: payment("DROP"), checkedAt }),
        d: ended({ kind: "unknown" }),
        e: ended({ kind: "not_recorded" }),
        f: ended({ kind: "not_tried" }),
        g: { kind: "sending" },
      }),
    ).toEqual({ looked: 5, cancelled: 1, paid: 1, other: 2, unknown: 1 });
  });

  it("leaves a row open to another try only where nothing is known to have been done", () => {
    expect(canAsk(undefined)).toBe(true);
    expect(canAsk(ended({ kind: "unknown" }))).toBe(true);
    expect(canAsk(ended({ kind: "not_tried" }))).toBe(true);
    expect(canAsk(ended({ kind: "cancelled" }))).toBe(false);
    expect(canAsk({ kind: "sending" })).toBe(false);
  });
});
