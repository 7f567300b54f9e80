import { createHash } from "node:crypto";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Share } from "./rule";
import { orderByShare, type Scatter } from "./split";

const scatter: Scatter = (text) =>
  (createHash("sha256").update(text).digest().readUIntBE(0, 6) + 1) / 2 ** 48;
const order = (shares: readonly Share[], reference: string): string[] =>
  orderByShare(shares, reference, scatter);

const sharesArbitrary = fc.uniqueArray(
  fc.record({
    gateway: fc.constantFrom("a", "b", "c", "d", "e"),
    weight: fc.integer({ min: 1, max: 1_000 }),
  }),
  { selector: ({ gateway }) => gateway, minLength: 2, maxLength: 5 },
);

describe("a weighted split", () => {
  test("orders every gateway once, the same for the same reference, however its shares are listed (property)", () => {
    fc.assert(
      fc.property(sharesArbitrary, fc.string({ unit: "grapheme" }), (shares, reference) => {
        const ordered = order(shares, reference);
        expect([...ordered].sort()).toEqual(shares.map(({ gateway }) => gateway).sort());
        expect(order([...shares].reverse(), reference)).toEqual(ordered);
      }),
    );
  });

  test("raising a weight moves references to that gateway only, and the others keep their order (property)", () => {
    fc.assert(
      fc.property(
        sharesArbitrary,
        fc.string(),
        fc.nat(4),
        fc.integer({ min: 1, max: 1_000 }),
        (shares, reference, at, more) => {
          const raised = shares[at % shares.length]?.gateway;
          const changed = shares.map((share) =>
            share.gateway === raised ? { ...share, weight: share.weight + more } : share,
          );
          const [before, after] = [order(shares, reference), order(changed, reference)];
          if (after[0] !== before[0]) expect(after[0]).toBe(raised);
          const others = (ordered: string[]): string[] => ordered.filter((gateway) => gateway !== raised);
          expect(others(after)).toEqual(others(before));
        },
      ),
    );
  });

  test("taking a gateway away moves its own references only, each to the one that was next (property)", () => {
    fc.assert(
      fc.property(sharesArbitrary, fc.string(), fc.nat(4), (shares, reference, at) => {
        const gone = shares[at % shares.length]?.gateway;
        const before = order(shares, reference);
        const rest = shares.filter(({ gateway }) => gateway !== gone);
        expect(order(rest, reference)).toEqual(before.filter((gateway) => gateway !== gone));
      }),
    );
  });

  test.each([[[1, 1]], [[70, 20, 10]], [[1, 999]], [[5, 4, 3, 2, 1]]])(
    "of 20,000 references each gateway gets its part, for weights %j",
    (weights) => {
      const shares = weights.map((weight, index) => ({ gateway: `gateway-${index}`, weight }));
      const total = weights.reduce((sum, weight) => sum + weight, 0);
      const references = 20_000;
      const counts = new Map<string, number>();
      for (let i = 0; i < references; i += 1) {
        const first = order(shares, `ORDER-${i}`)[0] ?? "";
        counts.set(first, (counts.get(first) ?? 0) + 1);
      }
      for (const { gateway, weight } of shares) {
        const expected = (references * weight) / total;
        // Five standard deviations of a binomial count.
        const tolerance = 5 * Math.sqrt(expected * (1 - weight / total));
        expect(Math.abs((counts.get(gateway) ?? 0) - expected)).toBeLessThan(tolerance);
      }
    },
  );

  test("gateways that draw alike stand by name, however they are listed", () => {
    const shares = ["b", "a", "c"].map((gateway) => ({ gateway, weight: 1 }));
    const alike: Scatter = () => 0.5;
    expect(orderByShare(shares, "R", alike)).toEqual(["a", "b", "c"]);
    expect(orderByShare([...shares].reverse(), "R", alike)).toEqual(["a", "b", "c"]);
  });

  test("a gateway draws for itself and the reference, in words that no other pair has", () => {
    const drawn: string[] = [];
    const scatter: Scatter = (text) => {
      drawn.push(text);
      return 0.5;
    };
    orderByShare([{ gateway: "a", weight: 1 }], "R", scatter);
    expect(drawn).toEqual(["a\nR"]);
  });
});
