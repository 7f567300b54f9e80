import type { Difference } from "../experiments/interval";

/**
 * Payments that a rule which follows success rates decided, of those that it sent to `gateway` first. Each one weighs as many
 * payments as its share stands for: one that was sent there with a share of 5 % weighs 20 (inverse probability weighting).
 */
export type ArmSums = {
  gateway: string;
  payments: number;
  successes: number;
  /** The sums of these weights, over all of them and over the successful ones, and of their squares over all. */
  weights: number;
  weightedSuccesses: number;
  squares: number;
};

/** Payments of one rule with the same gateways. `baseline`: the part of them that each gateway would have got instead. */
type Stratum = { arms: readonly ArmSums[]; baseline: ReadonlyMap<string, number> };

/** `payments`: all. `compared`: those of rules with enough of them. `gain`: of these; a difference of success rates. */
export type Gain = { payments: number; compared: number; gain: Difference | null };

/** A 95 % interval reaches this many standard deviations to each side. */
const DEVIATIONS = 1.96;
const LEAST_PAYMENTS = 100;
/** How many payments of equal weight each gateway must have that the comparison needs. */
const LEAST_OF_GATEWAY = 30;

/** Estimates by how much the success rate was higher than with the baselines. */
export function gainOf(strata: readonly Stratum[]): Gain {
  const payments = strata.reduce((sum, { arms }) => sum + paymentsOf(arms), 0);
  const found = strata.flatMap((stratum) => {
    const estimate = estimateOf(stratum);
    return estimate === null ? [] : [estimate];
  });
  const compared = found.reduce((sum, one) => sum + one.payments, 0);
  if (compared === 0) return { payments, compared, gain: null };
  const part = (one: Estimate): number => one.payments / compared;
  const difference = found.reduce((sum, one) => sum + part(one) * one.gain, 0);
  const variance = found.reduce((sum, one) => sum + part(one) ** 2 * one.variance, 0);
  const radius = DEVIATIONS * Math.sqrt(variance);
  return { payments, compared, gain: { difference, low: difference - radius, high: difference + radius } };
}

/** Whether these have enough payments to be part of the gain. */
export function isCompared(stratum: Stratum): boolean {
  return estimateOf(stratum) !== null;
}

type Estimate = { payments: number; gain: number; variance: number };

/**
 * What was reached, less what the baseline would have: of each gateway its success rate among all payments of the rule, which its
 * weighed payments stand for (Hájek's estimator). Null where a gateway has too few. The variance is that of the influence of each
 * payment on the difference; it takes rates of 100 % for a little less (Agresti and Coull 1998).
 */
function estimateOf({ arms, baseline }: Stratum): Estimate | null {
  const payments = paymentsOf(arms);
  if (payments < LEAST_PAYMENTS) return null;
  const reached = arms.reduce((sum, { successes }) => sum + successes, 0) / payments;
  let gain = reached;
  let variance = reached * (1 - reached) * payments;
  for (const [gateway, part] of baseline) {
    if (part === 0) continue;
    const arm = arms.find((one) => one.gateway === gateway);
    if (arm === undefined || arm.squares === 0) return null;
    const effective = arm.weights ** 2 / arm.squares;
    if (effective < LEAST_OF_GATEWAY) return null;
    const rate = arm.weightedSuccesses / arm.weights;
    gain -= part * rate;
    // What one payment of weight 1 here adds to what the baseline is taken to reach.
    const influence = (part * payments) / arm.weights;
    const careful = (effective * rate + 2) / (effective + 4);
    variance += influence ** 2 * arm.squares * careful * (1 - careful);
    // These payments are also part of what was reached.
    const failed = arm.weights - arm.weightedSuccesses;
    variance -=
      2 * influence * (arm.weightedSuccesses * (1 - reached) * (1 - rate) + failed * reached * rate);
  }
  return { payments, gain, variance: Math.max(0, variance) / payments ** 2 };
}

function paymentsOf(arms: readonly ArmSums[]): number {
  return arms.reduce((sum, one) => sum + one.payments, 0);
}
