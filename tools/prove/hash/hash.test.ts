import { expect, test } from "vitest";
import { equalInConstantTime } from "@/server/platform/constant-time";
import { guessesOf } from "./measure";
import { sampleOf, welchT, withoutSlowest } from "./welch";

test("Welch's t is what another program makes of the same samples", () => {
  const a = sampleOf([27.5, 21, 19, 23.6, 17, 17.9, 16.9, 20.1, 21.9, 22.6, 23.1, 19.6, 19, 21.7, 21.4]);
  const b = sampleOf([27.1, 22, 20.8, 23.4, 23.4, 23.5, 25.8, 22, 24.8, 20.2, 21.9, 22.1, 22.9, 30.5, 26]);
  expect(a.mean).toBeCloseTo(20.82, 2);
  expect(welchT(a, b)).toBeCloseTo(-2.927, 3);
  expect(welchT(a, a)).toBe(0);
});

test("what is slowest is left out", () => {
  expect(withoutSlowest([5, 1, 900, 3, 2], 0.2)).toEqual([1, 2, 3, 5]);
});

test("guesses of both kinds are wrong, differ where they should, and are as long as the hash", () => {
  const expected = "0123456789abcdef".repeat(4);
  const { wrongAtStart, wrongAtEnd } = guessesOf(expected, 20);
  for (const guess of [...wrongAtStart, ...wrongAtEnd]) {
    expect(guess).toHaveLength(expected.length);
    expect(equalInConstantTime(expected, guess)).toBe(false);
  }
  expect(wrongAtStart.every((guess) => guess[0] !== expected[0])).toBe(true);
  expect(wrongAtEnd.every((guess) => guess.slice(0, -1) === expected.slice(0, -1))).toBe(true);
});

test("the comparison takes no shorter, longer or empty text, and throws on none (failure 19)", () => {
  for (const sent of ["", "a", "ab", "abcd", "abC", "é", "\u{1f600}"]) {
    expect(equalInConstantTime("abc", sent)).toBe(false);
  }
  expect(equalInConstantTime("abc", "abc")).toBe(true);
});
