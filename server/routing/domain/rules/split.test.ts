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
