import { createHash } from "node:crypto";
import { equalInConstantTime } from "@/server/platform/constant-time";
import type { Proof, ProofContext } from "../proof";
import { type Compare, timingDifference } from "./measure";

type HashSize = { measurements: number };

/** Beyond it two means differ (`welchT`). */
const BOUND = 4.5;
/** A leak shows every time, and more clearly with more measurements; what chance has made does not come again. */
const TRIES = 3;

/** What the proof has to find: it stops at the first letter that differs, as `===` on a JavaScript engine may. */
const leaky: Compare = (expected, sent) => {
  if (expected.length !== sent.length) return false;
  for (let at = 0; at < expected.length; at += 1) {
    if (expected.charCodeAt(at) !== sent.charCodeAt(at)) return false;
  }
  return true;
};

/** Comparing hashes, signatures and keys must not show how far a guess is right (specification 5, failure 19). */
export const hash: Proof<HashSize> = {
  name: "hash",
  title: "Hash",
  clause:
    "How long a hash is compared does not tell how much of it is right; a comparison that tells is found.",
  short: { measurements: 4_000 },
  long: { measurements: 400_000 },
  run(ctx) {
    const expected = createHash("sha256").update(`expected ${ctx.seed}`).digest("hex");
    // Both compiled before anything counts.
    for (const compare of [equalInConstantTime, leaky]) {
      timingDifference(compare, expected, { measurements: 500, random: ctx.random.fork("warm") });
    }
    const ours = leastDifference(ctx, equalInConstantTime, expected);
    const planted = leastDifference(ctx, leaky, expected);
    const anomalies = [
      ...(ours.t > BOUND ? [`the comparison tells how far a guess is right: t = ${ours.t.toFixed(1)}`] : []),
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

/** The absolute t; measured again as long as it is beyond the bound. */
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
