import { expect, test } from "vitest";
import { checkTruth, type Learnt } from "./check-truth";

const learnt = (lagMs: number | null, index = 0): Learnt => ({
  name: `refund ${index}`,
  knownAtMs: 1_000,
  learntAtMs: lagMs === null ? null : 1_000 + lagMs,
  truth: "SUCCESS",
  learnt: lagMs === null ? null : "SUCCESS",
});
const hundred = (late: number): Learnt[] =>
  Array.from({ length: 100 }, (_, index) => learnt(index < late ? 90_000 : 40_000, index));

test("five of a hundred may take longer than a minute, six may not", () => {
  expect(checkTruth("the service", hundred(5))).toEqual([]);
  expect(checkTruth("the service", hundred(6))).toEqual(["the service: 95 % took 90 s, more than a minute"]);
});

test("what is never learnt, or learnt wrongly, is named", () => {
  expect(checkTruth("the service", [learnt(null, 1), { ...learnt(5, 2), learnt: "FAILURE" }])).toEqual([
    "the service never learnt what became of refund 1",
    "the service says FAILURE of refund 2, which is SUCCESS",
  ]);
});
