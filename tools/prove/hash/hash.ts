import { createHash } from "node:crypto";
import { equalInConstantTime } from "@/server/platform/constant-time";
import type { Proof, ProofContext } from "../proof";
import { type Compare, timingDifference } from "./measure";

type HashSize = { measurements: number };

/** Above it, two means differ (`welchT`). */
const BOUND = 4.5;
/** A real leak shows on every try, and more clearly with more measurements; a chance result does not repeat. */
const TRIES = 3;

/** A leak that the proof must find: it stops at the first different letter, as `===` in a JavaScript engine may. */
const leaky: Compare = (expected, sent) => {
  if (expected.length !== sent.length) return false;
  for (let at = 0; at < expected.length; at += 1) {
    if (expected.charCodeAt(at) !== sent.charCodeAt(at)) return false;
  }
  return true;
};

/** Comparing hashes, signatures and keys must not reveal how much of a guess is right (specification 5, failure 19). */
export const hash: Proof<HashSize> = {
  name: "hash",
  title: "Hash",
  clause:
    "How long a hash is compared does not depend on how much of it is right; a comparison that depends on it is found.",
  short: { measurements: 4_000 },
  long: { measurements: 400_000 },
  run(ctx) {
    const expected = createHash("sha256").update(`expected ${ctx.seed}`).digest("hex");
    // Both are compiled before anything counts.
    for (const compare of [equalInConstantTime, leaky]) {
      timingDifference(compare, expected, { measurements: 500, random: ctx.random.fork("warm") });
    }
    const ours = leastDifference(ctx, equalInConstantTime, expected);
    const planted = leastDifference(ctx, leaky, expected);
    const anomalies = [
      ...(ours.t > BOUND ? [`the comparison shows how far a guess is right: t = ${ours.t.toFixed(1)}`] : []),
      ...(planted.t > BOUND ? [] : [`the planted leak was not found: t = ${planted.t.toFixed(1)}`]),
    ];
    return Promise.resolve({
      figures: {
        measurements: ctx.size.measurements,
        bound: BOUND,
        t: ours.t.toFixed(2),
        tries: ours.tries,
        tOfThePlantedLeak: planted.t.toFixed(1),
      },
      anomalies,
    });
  },
};

/** The absolute value of t; measured again while it is above the bound. */
function leastDifference(
  ctx: ProofContext<HashSize>,
  compare: Compare,
  expected: string,
): { t: number; tries: number } {
  let least = Infinity;
  for (let tries = 1; tries <= TRIES; tries += 1) {
    const random = ctx.random.fork(`try ${tries}`);
    const t = Math.abs(timingDifference(compare, expected, { measurements: ctx.size.measurements, random }));
    least = Math.min(least, t);
    if (least <= BOUND) return { t: least, tries };
  }
  return { t: least, tries: TRIES };
}
