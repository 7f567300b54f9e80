import { expect, it } from "vitest";
import { paceOf } from "./plan-money-back";

const MINUTE = 60_000;
const AT = new Date("2026-01-02T00:00:00Z");
const aged = (minutes: number, gatewayRefundId: string | null = "gw_1") => ({
  gatewayRefundId,
  requestedAt: new Date(AT.getTime() - minutes * MINUTE),
});

it.each([
  [0, 1],
  [10, 1],
  [60, 6],
  [24 * 60, 15],
  [-5, 1],
])("money on its way back for %i minutes is looked at every %i minutes in the end", (age, every) => {
  expect(paceOf(aged(age), AT, { young: 0 })).toEqual({ capMs: every * MINUTE, leastMs: 0 });
});

it("what its gateway does not have is sent again every minute, however old", () => {
  expect(paceOf(aged(24 * 60, null), AT, { young: 0 })).toEqual({ capMs: MINUTE, leastMs: 0 });
});

it.each([
  [1, 10],
  [100, 1_000],
  [500, 5_000],
  [1_000, 5_000],
])("with %i young ones under way no look comes sooner than after %i ms", (young, leastMs) => {
  for (const gatewayRefundId of ["gw_1", null]) {
    expect(paceOf(aged(0, gatewayRefundId), AT, { young })).toEqual({ capMs: MINUTE, leastMs });
  }
});
