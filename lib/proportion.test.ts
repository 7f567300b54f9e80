import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { differenceInterval, wilsonInterval } from "./proportion";

describe("the interval of a fraction", () => {
  // Published in Newcombe, Statistics in Medicine 17 (1998), 857–872, table I, method 3.
  test.each([
    [81, 263, 0.2553, 0.3662],
    [15, 148, 0.0624, 0.1605],
    [0, 20, 0, 0.1611],
    [1, 29, 0.0061, 0.1718],
    [29, 29, 0.883, 1],
  ])("of %i in %i is the published one", (hits, of, low, high) => {
    const interval = wilsonInterval({ hits, of });
    expect(interval.low).toBeCloseTo(low, 4);
    expect(interval.high).toBeCloseTo(high, 4);
  });

  test("of nothing is everything", () => {
    expect(wilsonInterval({ hits: 0, of: 0 })).toEqual({ low: 0, high: 1 });
  });

  test("has the fraction in it, stays between 0 and 1, and shrinks with more observations", () => {
    const observed = fc
      .integer({ min: 1, max: 1_000_000 })
      .chain((of) => fc.record({ hits: fc.integer({ min: 0, max: of }), of: fc.constant(of) }));
    fc.assert(
      fc.property(observed, ({ hits, of }) => {
        const { low, high } = wilsonInterval({ hits, of });
        expect(low).toBeGreaterThanOrEqual(0);
        expect(high).toBeLessThanOrEqual(1);
        expect(low).toBeLessThanOrEqual(hits / of);
        expect(high).toBeGreaterThanOrEqual(hits / of);
        const more = wilsonInterval({ hits: hits * 4, of: of * 4 });
        expect(more.high - more.low).toBeLessThan(high - low);
      }),
    );
  });
});

describe("the interval of a difference", () => {
  // Published in Newcombe, Statistics in Medicine 17 (1998), 873–890, table II, method 10.
  test.each([
    [56, 70, 48, 80, 0.0524, 0.3339],
    [9, 10, 3, 10, 0.1705, 0.809],
    [6, 7, 2, 7, 0.0582, 0.8062],
    [5, 56, 0, 29, -0.0381, 0.1926],
    [0, 10, 0, 20, -0.1611, 0.2775],
    [10, 10, 0, 20, 0.6791, 1],
  ])("of %i in %i and %i in %i is the published one", (hits, of, hitsBefore, ofBefore, low, high) => {
    const interval = differenceInterval({ hits, of }, { hits: hitsBefore, of: ofBefore });
    expect(interval?.low).toBeCloseTo(low, 4);
    expect(interval?.high).toBeCloseTo(high, 4);
  });

  test("is not known when one of the two has no observations", () => {
    expect(differenceInterval({ hits: 1, of: 1 }, { hits: 0, of: 0 })).toBeNull();
    expect(differenceInterval({ hits: 0, of: 0 }, { hits: 1, of: 1 })).toBeNull();
  });
});
