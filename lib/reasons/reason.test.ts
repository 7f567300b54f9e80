import fc from "fast-check";
import { expect, test } from "vitest";
import { comparable, typedReasonFinder } from "./reason";

const UNITS = [":", "：", "a", "A", "b", " ", "\t", "Σ", "İ", "e\u0301", "\u0301", "\u0338", "\ufb03"];
const text = fc.string({ unit: fc.constantFrom(...UNITS), maxLength: 12 });

test("a typed reason is the longest name before a colon, however it is written", () => {
  const names = fc.array(text, { minLength: 1, maxLength: 4 });
  fc.assert(
    fc.property(names, text, text, (some, typed, rest) => {
      const reasons = some.map((name, index) => ({ code: `code ${index}`, name, nameHi: null }));
      const isName = (front: string): boolean =>
        reasons.some(({ code, name }) => [code, name].map(comparable).includes(comparable(front)));
      for (const whole of [typed, ...some.map((name) => `${name}:${rest}`)]) {
        const ends = [...whole.matchAll(/:/g)]
          .map(({ index }) => index)
          .filter((at) => isName(whole.slice(0, at)));
        const end = ends.at(-1);
        const expected = isName(whole) ? "" : end === undefined ? null : whole.slice(end + 1).trim();
        expect(typedReasonFinder(reasons)(whole)?.rest ?? null).toBe(expected);
      }
    }),
    { numRuns: 2_000 },
  );
});
