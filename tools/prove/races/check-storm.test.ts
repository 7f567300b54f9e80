import { expect, test } from "vitest";
import { checkStorm, type RefundResponse, type Storm } from "./check-storm";

const accepted = (amountPaise: bigint, refundId: string): RefundResponse => ({
  kind: "accepted",
  amountPaise,
  refundId,
});
const refused = (amountPaise: bigint, left: string): RefundResponse => ({
  kind: "refused",
  amountPaise,
  message: `Refund amount exceeds refundable balance. Remaining refundable: ${left}`,
});
const STORM: Storm = {
  transactionId: "TXN1",
  paidPaise: 10_000n,
  responses: [accepted(6_000n, "RFD1"), refused(5_000n, "40.00"), accepted(3_000n, "RFD2")],
  leftPaise: 1_000n,
  rest: accepted(1_000n, "RFD3"),
  leftAtLastPaise: 0n,
};

test("a storm in which everything went right has no anomaly", () => {
  expect(checkStorm(STORM)).toEqual([]);
});

test.each<[string, Partial<Storm>, string]>([
  [
    "a paisa over",
    { responses: [accepted(6_000n, "RFD1"), accepted(4_001n, "RFD2")], leftPaise: -1n },
    "10001 paise were refunded of 10000 paid",
  ],
  ["a balance that does not add up", { leftPaise: 1_001n }, "1001 paise are reported as left"],
  [
    "one id for two refunds",
    { responses: [accepted(6_000n, "RFD1"), accepted(3_000n, "RFD1")] },
    "two refunds have one id",
  ],
  [
    "a refusal with room for the refund",
    { responses: [...STORM.responses, refused(500n, "5.00")] },
    "500 paise were refused with 500 left",
  ],
  [
    "a refusal for another reason",
    {
      responses: [
        ...STORM.responses,
        { kind: "refused", amountPaise: 1n, message: "Transaction not found." },
      ],
    },
    "refused for another reason",
  ],
  [
    "an error",
    { responses: [...STORM.responses, { kind: "other", amountPaise: 1n, response: "500" }] },
    "neither accepted nor refused",
  ],
  ["a rest that cannot be reached", { rest: refused(1_000n, "0.00") }, "could not be refunded"],
  ["a rest that stays", { leftAtLastPaise: 1n }, "1 paise are left after all was refunded"],
])("%s is found", (_what, planted, expected) => {
  expect(checkStorm({ ...STORM, ...planted }).join("\n")).toContain(expected);
});
