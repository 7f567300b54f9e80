import type { GatewayStatistics } from "./statistics";

/** What is believed of a gateway's success rate in a segment: a Beta distribution. */
export type Belief = { alpha: number; beta: number };

/** How many outcomes the coarser segment counts as, at most: it is no surer of a finer one than of itself. */
const PARENT_WEIGHT = 90;
const FIRST_WEIGHT = 2;
const LEAST_RATE = 0.02;

export function meanOf({ alpha, beta }: Belief): number {
  return alpha / (alpha + beta);
}

/** What one segment adds: its statistics of the gateway, and the rate of all gateways in it. */
type SegmentEvidence = {
  gateway: GatewayStatistics | null;
  /** The success rate of all gateways here; null without outcomes. */
  norm: number | null;
};

/**
 * The belief in the finest of these segments, the coarsest first. Each segment starts from the one before it: from the
 * rate that all gateways have here, moved by as much as this gateway was better or worse there than expected. A finer
 * segment so overrules a coarser one as far as it has outcomes, and one failure, which each of the segments counts, is not
 * taken for many. Comparing with what was expected keeps a gateway that gets the difficult payments from looking worse than
 * it is.
 */
export function beliefOf(evidence: readonly SegmentEvidence[]): Belief {
  let lift = 0;
  let norm = 0.5;
  let belief: Belief = { alpha: 1, beta: 1 };
  evidence.forEach(({ gateway, norm: here }, level) => {
    norm = here ?? norm;
    const prior = Math.min(1 - LEAST_RATE, Math.max(LEAST_RATE, norm + lift));
    const weight = level === 0 ? FIRST_WEIGHT : 1 / (1 / PARENT_WEIGHT + 1 / (belief.alpha + belief.beta));
    const { successes, failures, expected } = gateway ?? { successes: 0, failures: 0, expected: 0 };
    belief = { alpha: weight * prior + successes, beta: weight * (1 - prior) + failures };
    const total = successes + failures;
    lift = (weight * lift + (successes - expected)) / (weight + total);
  });
  return belief;
}
