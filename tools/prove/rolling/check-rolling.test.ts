import { expect, test } from "vitest";
import { checkRolling, type Seen } from "./check-rolling";

const KINDS = ["payment", "status", "refund", "form", "page", "signIn"];
const well: Seen = {
  replaced: 6,
  samples: KINDS.flatMap((request) => Array.from({ length: 10 }, () => ({ request, ms: 20, fault: null }))),
  refunds: [{ refundId: "RFD1", amountPaise: 101n, status: "SUCCESS" }],
  refundedPaise: 101n,
};

test("a run in which every request was answered and every refund ended has no anomaly", () => {
  expect(checkRolling(well)).toEqual([]);
});

test.each<[string, Partial<Seen>, string]>([
  [
    "a failed request",
    { samples: [...well.samples, { request: "page", ms: 5, fault: "307 /login" }] },
    "a request failed: page: 307 /login",
  ],
  [
    "a kind of request that was hardly sent",
    { samples: well.samples.filter(({ request }) => request !== "form") },
    "fewer than 10 requests of the kind form",
  ],
  [
    "a refund that does not end",
    { refunds: [{ refundId: "RFD1", amountPaise: 101n, status: "PROCESSING" }] },
    "refund RFD1 ended as PROCESSING",
  ],
  ["a refund that was sent twice", { refundedPaise: 202n }, "1.01 were accepted, and 2.02 refunded"],
])("%s is one", (_what, change, anomaly) => {
  expect(checkRolling({ ...well, ...change })).toEqual([anomaly]);
});
