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
  expect(paceOf(aged(age), AT)).toEqual({ capMs: every * MINUTE });
});

it("what its gateway does not have is sent again every minute, however old", () => {
  expect(paceOf(aged(24 * 60, null), AT)).toEqual({ capMs: MINUTE });
});
