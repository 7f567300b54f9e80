import { createHash } from "node:crypto";
import type { Random } from "../random";
import { sampleOf, welchT, withoutSlowest } from "./welch";

export type Compare = (expected: string, sent: string) => boolean;

/** An attacker's guesses: hashes that are wrong from the start, and hashes that are wrong only at the end. */
type Guesses = { wrongAtStart: readonly string[]; wrongAtEnd: readonly string[] };

/** One comparison is too short for a clock, so this many make one measurement. */
const COMPARISONS_EACH = 100;
const SLOWEST_SHARE = 0.1;

export function guessesOf(expected: string, count: number): Guesses {
  const all = Array.from({ length: count }, (_, n) => createHash("sha256").update(String(n)).digest("hex"));
  const differing = (at: number): string => (expected[at] === "0" ? "1" : "0");
  // Written through a buffer, so that both kinds have the same memory layout.
  const flat = (text: string): string => Buffer.from(text).toString("latin1");
  const last = expected.length - 1;
  return {
    wrongAtStart: all.map((other) => flat(differing(0) + other.slice(1))),
    wrongAtEnd: all.map(() => flat(expected.slice(0, last) + differing(last))),
  };
}

/**
 * Measures both kinds in random order, so that disturbances affect both alike, and returns by how many standard errors
 * they differ.
 */
export function timingDifference(
  compare: Compare,
  expected: string,
  options: { measurements: number; random: Random },
): number {
  const guesses = guessesOf(expected, COMPARISONS_EACH);
  const times = { wrongAtStart: [] as number[], wrongAtEnd: [] as number[] };
  let matches = 0;
  for (let n = 0; n < options.measurements; n += 1) {
    const kind = options.random.chance(0.5) ? "wrongAtStart" : "wrongAtEnd";
    const tried = guesses[kind];
    const startedAt = process.hrtime.bigint();
    for (const guess of tried) if (compare(expected, guess)) matches += 1;
    times[kind].push(Number(process.hrtime.bigint() - startedAt));
  }
  if (matches > 0) throw new Error("a wrong hash was accepted as the right one");
  const [start, end] = [times.wrongAtStart, times.wrongAtEnd].map((of) =>
    sampleOf(withoutSlowest(of, SLOWEST_SHARE)),
  );
  if (start === undefined || end === undefined) throw new Error("nothing was measured");
  return welchT(start, end);
}
