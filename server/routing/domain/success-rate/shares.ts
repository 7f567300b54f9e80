import { bestProbabilities } from "./best-probability";
import type { RoutingFacts } from "../payments/payment";
import type { Belief } from "./estimate";

/**
 * A gateway as a decision saw it: `rate` is its expected success rate, from `outcomes` latest outcomes, and `feeRate` what
 * its fee takes of the amounts here, as a fraction; null when none was known.
 */
export type ConsideredGateway = {
  gateway: string;
  share: number;
  rate: number;
  outcomes: number;
  isFailing: boolean;
  feeRate: number | null;
};

/**
 * The shares of a rule's gateways in a segment, as they were counted at that time. `costWithin`: how far a rate could be
 * below the best one for a lower fee; 0 when fees did not count.
 */
export type SegmentShares = {
  segment: string;
  at: Date;
  costWithin: number;
  gateways: readonly ConsideredGateway[];
};

/** The shares of a rule for a payment, from the finest of its segments that has any; null when none has. */
export type SharesOf = (ruleId: string, facts: RoutingFacts) => SegmentShares | null;

/** Evaluations that know of no outcomes use this. */
export const NO_SHARES: SharesOf = () => null;

/** A gateway of a target, with what is known of it in a segment. */
export type Contender = {
  gateway: string;
  belief: Belief;
  isFailing: boolean;
  /** How many outcomes are known of it over all payments. */
  tried: number;
  /** What its fee takes of the amount, as a fraction; null when no fee is known. */
  feeRate: number | null;
};

type ShareSettings = {
  /** What each gateway gets at least, failing ones too, so that its rate stays known. A fraction. */
  floor: number;
  /** How far the rate may be below the best one for a lower fee. A fraction; 0: fees do not count. */
  costWithin: number;
};

/**
 * The share of each gateway of a segment's payments: the probability that it is the one to choose, above the floor. Failing
 * gateways get the floor alone. When all are failing, none is: somebody has to get the payments. Fees count once they are
 * known of every gateway that may get more than the floor: one that is missing must not move payments (decision 0317).
 */
export function wantedShares(contenders: readonly Contender[], settings: ShareSettings): number[] {
  const floor = Math.min(settings.floor, 1 / Math.max(contenders.length, 1));
  const isAllFailing = contenders.every(({ isFailing }) => isFailing);
  const running = contenders.filter(({ isFailing }) => isAllFailing || !isFailing);
  const isFeeKnown = running.every(({ feeRate }) => feeRate !== null);
  const best = bestProbabilities(
    running.map(({ belief, feeRate }) => ({ belief, fee: feeRate ?? 0 })),
    isFeeKnown ? settings.costWithin : 0,
  );
  const tried = onTrial(
    best,
    running.map((one) => one.tried < TRIED_ENOUGH),
  );
  const rest = 1 - floor * contenders.length;
  return contenders.map((contender) => {
    const index = running.indexOf(contender);
    return floor + rest * (index < 0 ? 0 : (tried[index] ?? 0));
  });
}

/** A gateway with fewer outcomes is on trial beside others that have more. */
const TRIED_ENOUGH = 30;
const TRIAL_SHARE = 0.1;

/**
 * The shares with those on trial limited: of a gateway without outcomes anything may be true, also that it is the best one, and
 * half of the payments is too many to find out. What they lose goes to the others in proportion.
 */
function onTrial(shares: readonly number[], isOnTrial: readonly boolean[]): number[] {
  if (isOnTrial.every((is) => is)) return [...shares];
  const limited = shares.map((share, index) =>
    isOnTrial[index] === true ? Math.min(share, TRIAL_SHARE) : share,
  );
  const sumOf = (ofTrial: boolean): number =>
    limited.reduce((sum, share, index) => sum + (isOnTrial[index] === ofTrial ? share : 0), 0);
  const known = sumOf(false);
  const rest = 1 - sumOf(true);
  const others = isOnTrial.filter((is) => !is).length;
  return limited.map((share, index) =>
    isOnTrial[index] === true ? share : known > 0 ? (share * rest) / known : rest / others,
  );
}

/**
 * The shares on their way from `earlier` to `wanted`, none by more than `most`. A gateway that is failing loses its
 * share at once: the others alone get it, in proportion to what they are on the way to. When all are failing, none is.
 */
export function movedShares(
  earlier: readonly number[],
  wanted: readonly number[],
  { most, failing }: { most: number; failing: readonly boolean[] },
): number[] {
  const isAllFailing = failing.every((isFailing) => isFailing);
  const isOut = failing.map((isFailing) => isFailing && !isAllFailing);
  const steps = wanted.map((share, index) => share - (earlier[index] ?? 0));
  const losesAtOnce = steps.map((step, index) => isOut[index] === true && step < 0);
  // One factor for all, so that the shares still sum to 1 and keep their proportions on the way.
  const longest = Math.max(...steps.map((step, index) => (losesAtOnce[index] === true ? 0 : Math.abs(step))));
  const factor = longest <= most ? 1 : most / longest;
  const moved = wanted.map((share, index) =>
    losesAtOnce[index] === true ? share : (earlier[index] ?? 0) + factor * (steps[index] ?? 0),
  );
  const sumOf = (shares: readonly number[], ofOut: boolean): number =>
    shares.reduce((total, share, index) => total + (isOut[index] === ofOut ? share : 0), 0);
  const rest = 1 - sumOf(moved, true);
  // Where the others had nothing so far, there is nothing to be in proportion to.
  const others = sumOf(moved, false) > 0 ? moved : wanted;
  const sum = sumOf(others, false);
  return moved.map((share, index) => (isOut[index] === true ? share : (rest * (others[index] ?? 0)) / sum));
}
