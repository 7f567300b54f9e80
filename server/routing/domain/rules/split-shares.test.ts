import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { orderByShare, type Scatter } from "./split";

const scatter: Scatter = (text) =>
  (createHash("sha256").update(text).digest().readUIntBE(0, 6) + 1) / 2 ** 48;

test.each([[[1, 1]], [[70, 20, 10]], [[1, 999]], [[5, 4, 3, 2, 1]]])(
  "of 20,000 references each gateway gets its part, for weights %j",
  (weights) => {
    const shares = weights.map((weight, index) => ({ gateway: `gateway-${index}`, weight }));
    const total = weights.reduce((sum, weight) => sum + weight, 0);
    const references = 20_000;
    const counts = new Map<string, number>();
    for (let i = 0; i < references; i += 1) {
      const first = orderByShare(shares, `ORDER-${i}`, scatter)[0] ?? "";
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
