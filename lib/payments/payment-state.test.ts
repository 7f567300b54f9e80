import { expect, test } from "vitest";
import { PAYMENT_STATUSES } from "../contract/statuses";
import {
  PAYMENT_STATES,
  type PaymentFacts,
  type PaymentState,
  paymentStateOf,
  STATES_OF_STATUS,
} from "./payment-state";

const NOW = new Date("2026-11-28T12:00:00Z");
const ago = (minutes: number): Date => new Date(NOW.getTime() - minutes * 60_000);

const paid: PaymentFacts = {
  status: "SUCCESS",
  amountPaise: 10_000n,
  createdAt: ago(600),
  refundedPaise: 0n,
  inProgressPaise: 0n,
  manualPaise: 0n,
  unknownPaise: 0n,
  alert: null,
  decline: null,
};

test.each<[string, Partial<PaymentFacts>, PaymentState, string | null]>([
  ["a new payment waits", { status: "INITIATED", createdAt: ago(30) }, "WAITING", null],
  ["after half an hour it is stuck", { status: "INITIATED", createdAt: ago(31) }, "STUCK", null],
  ["a payment of the next minute waits", { status: "INITIATED", createdAt: ago(-1) }, "WAITING", null],
  ["nothing went back", {}, "PAID", null],
  ["the first refund is under way", { inProgressPaise: 4_000n }, "REFUND_IN_PROGRESS", "40.00"],
  ["all of it is under way", { inProgressPaise: 10_000n }, "REFUND_IN_PROGRESS", "100.00"],
  ["a part went back", { refundedPaise: 4_000n }, "PARTLY_REFUNDED", "40.00"],
  [
    "a part went back, a part is under way",
    { refundedPaise: 4_000n, inProgressPaise: 6_000n },
    "PARTLY_REFUNDED",
    "40.00",
  ],
  ["a part was returned by a manual refund", { manualPaise: 4_000n }, "PARTLY_REFUNDED", "40.00"],
  ["all but a paisa", { refundedPaise: 9_999n }, "PARTLY_REFUNDED", "99.99"],
  ["all of it went back", { refundedPaise: 10_000n }, "REFUNDED", null],
  ["in both ways together", { refundedPaise: 4_000n, manualPaise: 6_000n }, "REFUNDED", null],
  ["more than all: a refund paid late", { refundedPaise: 12_000n }, "REFUNDED", null],
  ["nobody knows of a refund", { unknownPaise: 2_500n }, "OUTCOME_UNKNOWN", "25.00"],
  [
    "nobody knows, beside a known one",
    { unknownPaise: 2_500n, refundedPaise: 7_500n },
    "OUTCOME_UNKNOWN",
    "25.00",
  ],
  ["the customer disputes it", { alert: "disputed" }, "DISPUTED", "100.00"],
  ["the bank took it back", { alert: "charged_back", unknownPaise: 1n }, "DISPUTED", "100.00"],
  [
    "a dispute of what was refunded still wants an answer",
    { alert: "disputed", refundedPaise: 10_000n },
    "DISPUTED",
    "100.00",
  ],
  ["failed", { status: "FAILURE" }, "FAILURE", null],
  ["dropped", { status: "DROP" }, "DROP", null],
  ["cancelled", { status: "CANCELLED" }, "CANCELLED", null],
  [
    "what an unpaid payment cannot have counts for nothing",
    { status: "DROP", alert: "disputed" },
    "DROP",
    null,
  ],
])("%s", (_, facts, state, amount) => {
  expect(paymentStateOf({ ...paid, ...facts }, NOW)).toMatchObject({ state, amount });
});

test("says why a payment failed, and of no other", () => {
  const decline = "insufficient_funds";
  expect(paymentStateOf({ ...paid, status: "FAILURE", decline }, NOW).decline).toBe(decline);
  expect(paymentStateOf({ ...paid, status: "DROP", decline }, NOW).decline).toBeNull();
});

test("says of a paid payment that its money is missing", () => {
  expect(paymentStateOf({ ...paid, alert: "charge_missing" }, NOW)).toMatchObject({
    state: "PAID",
    isMoneyMissing: true,
  });
  expect(paymentStateOf(paid, NOW).isMoneyMissing).toBe(false);
});

test("each state is of one status", () => {
  expect(PAYMENT_STATUSES.flatMap((status) => STATES_OF_STATUS[status])).toEqual(PAYMENT_STATES);
});
