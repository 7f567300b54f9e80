import { expect, test } from "vitest";
import { type Money, type Problem, stakeOf } from "./finding";

const inr = (paise: bigint): Money => ({ paise, currency: "INR" });

test.each<[Problem, Money, Money | null, Money]>([
  ["amounts_differ", inr(50_000n), inr(40_000n), inr(10_000n)],
  ["amounts_differ", inr(40_000n), inr(50_000n), inr(10_000n)],
  ["amounts_differ", inr(50_000n), { paise: 50_000n, currency: "USD" }, inr(50_000n)],
  ["other_charge", inr(50_000n), inr(100n), inr(100n)],
  ["late_money", inr(50_000n), { paise: 70n, currency: "USD" }, { paise: 70n, currency: "USD" }],
  ["unpaid_there", inr(50_000n), null, inr(50_000n)],
  ["ended_there", inr(50_000n), inr(50_000n), inr(50_000n)],
  ["unknown_there", inr(5n), null, inr(5n)],
])("%s puts the right amount at stake (case %#)", (problem, here, there, stake) => {
  expect(stakeOf(problem, here, there)).toEqual(stake);
});
