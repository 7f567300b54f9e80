import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { ALL_PAYMENTS, parentOf, readSegment, type SegmentFacts, segmentsOf, segmentsTo } from "./segment";

const factsArbitrary: fc.Arbitrary<SegmentFacts> = fc.record({
  amountPaise: fc.bigInt({ min: 1n, max: 10n ** 12n }),
  currency: fc.constantFrom("INR", "USD"),
  paymentMethod: fc.constantFrom(null, "CC" as const, "UPI" as const),
  cardScheme: fc.constantFrom(null, "VISA" as const),
  issuingBank: fc.oneof(fc.constant(null), fc.string({ minLength: 1, unit: "grapheme" })),
});

describe("the segments of a payment", () => {
  test("from all payments to those of its method, scheme, bank and amount band", () => {
    const facts: SegmentFacts = {
      amountPaise: 50_000n,
      currency: "INR",
      paymentMethod: "CC",
      cardScheme: "VISA",
      issuingBank: "HDFC & Co",
    };
    const segments = segmentsOf(facts);
    expect(segments).toHaveLength(5);
    expect(readSegment(segments[4] ?? "")).toEqual({
      currency: "INR",
      method: "CC",
      scheme: "VISA",
      bank: "HDFC & Co",
      fromPaise: 10_000n,
      belowPaise: 100_000n,
    });
    expect(segmentsOf({ ...facts, amountPaise: 100_000n })[4]).not.toBe(segments[4]);
  });

  test("each leads back to all payments through the same segments (property)", () => {
    fc.assert(
      fc.property(factsArbitrary, (facts) => {
        const segments = segmentsOf(facts);
        expect(segments[0]).toBe(ALL_PAYMENTS);
        expect(segmentsTo(segments.at(-1) ?? "")).toEqual(segments);
        expect(parentOf(ALL_PAYMENTS)).toBeNull();
        expect(new Set(segments).size).toBe(segments.length);
      }),
    );
  });
});
