import { type Belief, meanOf } from "./estimate";

/** A gateway that may be chosen. `bonus` is added to its rate, in the same unit: what a lower fee is worth. */
export type Candidate = { belief: Belief; bonus: number };

const POINTS = 96;
const DEVIATIONS = 4;

/**
 * How probable it is, for each candidate, that its rate with its bonus is the highest: the shares of Thompson sampling
 * without its chance, so that the same statistics always give the same shares. Integrated over a grid of rates.
 */
export function bestProbabilities(candidates: readonly Candidate[]): number[] {
  if (candidates.length <= 1) return candidates.map(() => 1);
  const { from, to } = rangeOf(candidates);
  const step = (to - from) / POINTS;
  const densities = candidates.map((candidate) => densityOn(candidate, from, step));
  const below = densities.map(cumulative);
  const shares = candidates.map((_, index) => {
    let share = 0;
    for (let point = 0; point < POINTS; point += 1) {
      let product = densities[index]?.[point] ?? 0;
      if (product === 0) continue;
      for (let other = 0; other < candidates.length; other += 1) {
        if (other !== index) product *= below[other]?.[point] ?? 0;
      }
      share += product;
    }
    return share;
  });
  const sum = shares.reduce((total, share) => total + share, 0);
  return sum > 0 ? shares.map((share) => share / sum) : candidates.map(() => 1 / candidates.length);
}

function rangeOf(candidates: readonly Candidate[]): { from: number; to: number } {
  const ends = candidates.map(({ belief, bonus }) => {
    const { alpha, beta } = belief;
    const mean = meanOf(belief);
    const deviation = Math.sqrt((mean * (1 - mean)) / (alpha + beta + 1));
    return {
      from: Math.max(0, mean - DEVIATIONS * deviation) + bonus,
      to: Math.min(1, mean + DEVIATIONS * deviation) + bonus,
    };
  });
  return { from: Math.min(...ends.map(({ from }) => from)), to: Math.max(...ends.map(({ to }) => to)) };
}

/** Sums to 1. */
function densityOn({ belief, bonus }: Candidate, from: number, step: number): Float64Array {
  const logs = new Float64Array(POINTS);
  let highest = -Infinity;
  for (let point = 0; point < POINTS; point += 1) {
    const rate = from + (point + 0.5) * step - bonus;
    const log =
      rate <= 0 || rate >= 1
        ? -Infinity
        : (belief.alpha - 1) * Math.log(rate) + (belief.beta - 1) * Math.log1p(-rate);
    logs[point] = log;
    if (log > highest) highest = log;
  }
  let sum = 0;
  const density = logs.map((log) => {
    const value = Math.exp(log - highest);
    sum += value;
    return value;
  });
  return density.map((value) => value / sum);
}

/** The probability of a lower rate than each point's, half of the point's own included. */
function cumulative(density: Float64Array): Float64Array {
  let sum = 0;
  return density.map((value) => {
    const here = sum + value / 2;
    sum += value;
    return here;
  });
}
