import { type Belief, meanOf } from "./estimate";

/** A gateway that may be chosen. `fee`: only compared, in any unit. */
type Candidate = { belief: Belief; fee: number };

const POINTS = 96;
const DEVIATIONS = 4;

/**
 * How probable it is, for each candidate, that it is the one to choose: of those whose rate is at most `within` below the
 * highest one, the one with the lowest fee; of several with that fee, the one with the highest rate. With 0 it is the one
 * with the highest rate. These are the shares of Thompson sampling without its chance, so that the same statistics always
 * give the same shares. Integrated over a grid of rates.
 */
export function bestProbabilities(candidates: readonly Candidate[], within: number): number[] {
  if (candidates.length <= 1) return candidates.map(() => 1);
  const { from, to } = rangeOf(candidates);
  const coarse = (to - from) / POINTS;
  // `within` is a whole number of steps, so that no rate is between two points.
  const behind = within === 0 ? 0 : Math.max(1, Math.round(within / coarse));
  const step = behind === 0 ? coarse : within / behind;
  const points = Math.ceil((to - from) / step);
  const densities = candidates.map(({ belief }) => densityOn(belief, from, step, points));
  const below = densities.map(cumulative);
  const shares = candidates.map((candidate, index) => {
    const others = (has: (fee: number) => boolean): number[] =>
      candidates.flatMap(({ fee }, other) => (other !== index && has(fee) ? [other] : []));
    const [cheaper, equal, dearer] =
      within === 0
        ? [[], others(() => true), []]
        : [
            others((fee) => fee < candidate.fee),
            others((fee) => fee === candidate.fee),
            others((fee) => fee > candidate.fee),
          ];
    const productOf = (of: readonly number[], point: number): number =>
      of.reduce((product, other) => product * (below[other]?.[point] ?? 0), 1);
    // It has this rate, and all with the same fee have a lower one.
    const leading = (densities[index] ?? new Float64Array(points)).map(
      (density, point) => density * productOf(equal, point),
    );
    const leadingBelow = cumulative(leading);
    let share = 0;
    for (let point = 0; point < points; point += 1) {
      const cheaperAreBehind = productOf(cheaper, point - behind);
      if (cheaperAreBehind === 0) continue;
      // The highest rate is this point's: its own, or a dearer one's that it is near enough to.
      const isHighest = (leading[point] ?? 0) * productOf(dearer, point);
      const isNear = (leadingBelow[point] ?? 0) - (leadingBelow[point - behind] ?? 0);
      const isDearer = dearer.reduce((sum, other) => {
        const rest = dearer.filter((one) => one !== other);
        return sum + (densities[other]?.[point] ?? 0) * productOf(rest, point);
      }, 0);
      share += cheaperAreBehind * (isHighest + isNear * isDearer);
    }
    return share;
  });
  const sum = shares.reduce((total, share) => total + share, 0);
  return sum > 0 ? shares.map((share) => share / sum) : candidates.map(() => 1 / candidates.length);
}

function rangeOf(candidates: readonly Candidate[]): { from: number; to: number } {
  const ends = candidates.map(({ belief }) => {
    const { alpha, beta } = belief;
    const mean = meanOf(belief);
    const deviation = Math.sqrt((mean * (1 - mean)) / (alpha + beta + 1));
    return {
      from: Math.max(0, mean - DEVIATIONS * deviation),
      to: Math.min(1, mean + DEVIATIONS * deviation),
    };
  });
  return { from: Math.min(...ends.map(({ from }) => from)), to: Math.max(...ends.map(({ to }) => to)) };
}

/** Sums to 1. */
function densityOn({ alpha, beta }: Belief, from: number, step: number, points: number): Float64Array {
  const logs = new Float64Array(points);
  let highest = -Infinity;
  for (let point = 0; point < points; point += 1) {
    const rate = from + (point + 0.5) * step;
    const log =
      rate <= 0 || rate >= 1 ? -Infinity : (alpha - 1) * Math.log(rate) + (beta - 1) * Math.log1p(-rate);
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

/** The sum of the points before each, half of the point's own included. */
function cumulative(density: Float64Array): Float64Array {
  let sum = 0;
  return density.map((value) => {
    const here = sum + value / 2;
    sum += value;
    return here;
  });
}
