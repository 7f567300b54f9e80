import { describe, expect, test } from "vitest";
import { sha256Scatter } from "../../usecases/rules/route-payment";
import { orderBySuccess } from "./order";
import { ALL_PAYMENTS } from "./segment";

describe("the order of a target's gateways", () => {
  const target = {
    kind: "success_rate" as const,
    gateways: ["a", "b", "c"],
    floor: 0.01,
    shiftPerMinute: 1,
    costWithin: 0,
  };
  const shares = {
    segment: ALL_PAYMENTS,
    at: new Date("2026-03-01T10:00:00Z"),
    costWithin: 0,
    gateways: [
      { gateway: "a", share: 0.9, rate: 0.9, outcomes: 100, isFailing: false, feeRate: null },
      { gateway: "b", share: 0.1, rate: 0.8, outcomes: 100, isFailing: false, feeRate: null },
    ],
  };
  const firsts = (of: typeof shares | null): Record<string, number> => {
    const counts: Record<string, number> = { a: 0, b: 0, c: 0 };
    for (let i = 0; i < 3_000; i += 1) {
      const [first = ""] = orderBySuccess(target, of, `ORDER-${i}`, sha256Scatter);
      counts[first] = (counts[first] ?? 0) + 1;
    }
    return counts;
  };

  test("follows the shares; a gateway without one gets the floor", () => {
    const counts = firsts(shares);
    expect((counts["a"] ?? 0) / 3_000).toBeCloseTo(0.9 / 1.01, 1);
    expect(counts["c"]).toBeGreaterThan(3);
    expect(counts["c"]).toBeLessThan(90);
  });

  test("is equal while nothing is known, and can be repeated", () => {
    for (const count of Object.values(firsts(null))) expect(count / 3_000).toBeCloseTo(1 / 3, 1);
    expect(orderBySuccess(target, shares, "ORDER-7", sha256Scatter)).toEqual(
      orderBySuccess(target, shares, "ORDER-7", sha256Scatter),
    );
  });
});
