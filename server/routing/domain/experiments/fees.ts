import { type Fee, feeFor } from "../gateways/fee";
import { alwaysValid, type Difference, LEAST_PAYMENTS } from "./interval";

/** The fees of each gateway. */
export type FeesOf = (gateway: string) => readonly Fee[];

/** Payments of one currency and method at one gateway: of one that each was, or was expected to be, paid. */
export type PaidAmounts = {
  gateway: string;
  currency: string;
  method: string | null;
  /** How many were paid, or were expected to be. */
  successes: number;
  /** Their amounts, in hundredths of the currency. */
  paidPaise: bigint;
  /** The squares of these amounts. */
  paidSquares: number;
};

/** What a side costs: `share` is of the amount, a fraction; the other one the fee of an average paid payment, in paise. */
export type SideFees = { share: number; perPaymentPaise: bigint };

/** The fees of both sides in one currency. `missing`: gateways without a fee for some payments, so that nothing can be said. */
export type ComparedFees = { currency: string; missing: readonly string[] } & (
  | { current: SideFees; candidate: SideFees; difference: Difference | null }
  | { current: null; candidate: null; difference: null }
);

const MILLION = 1_000_000;
/** The size of differences that the interval is narrowest for: a fifth of a point of the amount. */
const TYPICAL_DIFFERENCE = 0.002;

type Priced = PaidAmounts & { fee: Fee };

/** Compares independent payments of two sides, as those of a trial. One for each currency with a payment on both. */
export function compareTrialFees(
  current: readonly PaidAmounts[],
  candidate: readonly PaidAmounts[],
  feesOf: FeesOf,
): ComparedFees[] {
  return byCurrency(current, candidate, feesOf, (now, would) => {
    return [now, would].reduce((sum, side) => {
      const { share, paid } = ratioOf(side);
      return sum + side.reduce((total, one) => total + residualSquares(one, share, paid), 0);
    }, 0);
  });
}

/** Payments of a shadow with the same gateways: those that were paid, and those expected to be under the candidate rules. */
type ShadowAmounts = {
  now: PaidAmounts;
  /** Null where the candidate rules would have refused them. */
  would: PaidAmounts | null;
  /** The sum of the standard deviations of what was expected of their success. */
  deviations: number;
};

/**
 * Compares the same payments under two sets of rules. Those that stay at their gateway have one outcome for both. Of the others
 * it is not stored how paid and expected go together, so their errors are taken to add up.
 */
export function compareShadowFees(sums: readonly ShadowAmounts[], feesOf: FeesOf): ComparedFees[] {
  const current = sums.map(({ now }) => now);
  const candidate = sums.flatMap(({ would }) => (would === null ? [] : [would]));
  return byCurrency(current, candidate, feesOf, (now, would, currency) => {
    const [r, q] = [ratioOf(now), ratioOf(would)];
    const feeOf = ({ gateway, currency: of, method }: PaidAmounts): Fee | null =>
      feeFor(feesOf(gateway), { currency: of, method });
    let [staying, left, arrived] = [0, 0, 0];
    const believed = new Map<string, number>();
    for (const one of sums) {
      if (one.now.currency !== currency) continue;
      const nowFee = feeOf(one.now);
      if (one.would !== null && one.would.gateway === one.now.gateway) {
        if (nowFee !== null) staying += stayingSquares({ ...one.now, fee: nowFee }, r, q);
        continue;
      }
      if (nowFee !== null) left += residualSquares({ ...one.now, fee: nowFee }, r.share, r.paid);
      const wouldFee = one.would === null ? null : feeOf(one.would);
      if (one.would === null || wouldFee === null) continue;
      arrived += residualSquares({ ...one.would, fee: wouldFee }, q.share, q.paid);
      // An error in the rate that is believed of a gateway is the same for all its payments.
      const { successes, gateway } = one.would;
      const influence = residual({ ...one.would, fee: wouldFee }, q.share, q.paid);
      const relative = successes > 0 ? one.deviations / successes : 0;
      believed.set(gateway, (believed.get(gateway) ?? 0) + relative * influence);
    }
    const belief = [...believed.values()].reduce((sum, one) => sum + one ** 2, 0);
    return staying + (Math.sqrt(left) + Math.sqrt(arrived)) ** 2 + belief;
  });
}

function byCurrency(
  current: readonly PaidAmounts[],
  candidate: readonly PaidAmounts[],
  feesOf: FeesOf,
  varianceOf: (now: readonly Priced[], would: readonly Priced[], currency: string) => number,
): ComparedFees[] {
  const isPaid = ({ successes }: PaidAmounts): boolean => successes > 0;
  const currencies = [...new Set([...current, ...candidate].filter(isPaid).map(({ currency }) => currency))];
  return currencies.sort().flatMap((currency): ComparedFees[] => {
    const of = (side: readonly PaidAmounts[]): PaidAmounts[] =>
      side.filter((one) => one.currency === currency && isPaid(one));
    const [now, would] = [of(current), of(candidate)];
    if (now.length === 0 || would.length === 0) return [];
    const missing = new Set<string>();
    const priced = (side: readonly PaidAmounts[]): Priced[] =>
      side.flatMap((one) => {
        const fee = feeFor(feesOf(one.gateway), { currency, method: one.method });
        if (fee === null) missing.add(one.gateway);
        return fee === null ? [] : [{ ...one, fee }];
      });
    const [nowPriced, wouldPriced] = [priced(now), priced(would)];
    if (missing.size > 0) {
      return [{ currency, missing: [...missing].sort(), current: null, candidate: null, difference: null }];
    }
    const [before, after] = [sideOf(nowPriced), sideOf(wouldPriced)];
    const isEnough = Math.min(successesOf(now), successesOf(would)) >= LEAST_PAYMENTS;
    const difference = after.share - before.share;
    const variance = isEnough ? varianceOf(nowPriced, wouldPriced, currency) : 0;
    return [
      {
        currency,
        missing: [],
        current: before,
        candidate: after,
        difference: !isEnough
          ? null
          : variance === 0
            ? { difference, low: difference, high: difference }
            : alwaysValid(difference, variance, TYPICAL_DIFFERENCE),
      },
    ];
  });
}

function successesOf(side: readonly PaidAmounts[]): number {
  return side.reduce((sum, { successes }) => sum + successes, 0);
}

/** Whole paise, rounded once at the end; expected successes are counted in millionths. */
function sideOf(side: readonly Priced[]): SideFees {
  let millionths = 0n;
  let successes = 0n;
  for (const { fee, successes: count, paidPaise } of side) {
    const exact = BigInt(Math.round(count * MILLION));
    successes += exact;
    millionths += exact * fee.fixedPaise + paidPaise * BigInt(fee.rateMillionths);
  }
  return {
    share: ratioOf(side).share,
    perPaymentPaise: successes === 0n ? 0n : (millionths + successes / 2n) / successes,
  };
}

/** The fees as a fraction of the amounts, and the sum of these. */
function ratioOf(side: readonly Priced[]): { share: number; paid: number } {
  let [fees, paid] = [0, 0];
  for (const { fee, successes, paidPaise } of side) {
    fees += successes * fixedOf(fee) + floatOf(paidPaise) * rateOf(fee);
    paid += floatOf(paidPaise);
  }
  return { share: paid === 0 ? 0 : fees / paid, paid };
}

/** How far these payments pull the share up, in sum and in the sum of squares: of a ratio of two sums (delta method). */
function residual({ fee, successes, paidPaise }: Priced, share: number, paid: number): number {
  return (successes * fixedOf(fee) + (rateOf(fee) - share) * floatOf(paidPaise)) / paid;
}

function residualSquares(one: Priced, share: number, paid: number): number {
  return squaresOf(one, fixedOf(one.fee) / paid, (rateOf(one.fee) - share) / paid);
}

/** Payments that stay at their gateway pull at both shares, which mostly cancels: only the difference counts. */
function stayingSquares(
  one: Priced,
  now: { share: number; paid: number },
  would: { share: number; paid: number },
): number {
  const fixed = fixedOf(one.fee);
  const rate = rateOf(one.fee);
  return squaresOf(
    one,
    fixed / would.paid - fixed / now.paid,
    (rate - would.share) / would.paid - (rate - now.share) / now.paid,
  );
}

/** The sum of `(constant + slope × amount)²`. */
function squaresOf({ successes, paidPaise, paidSquares }: Priced, constant: number, slope: number): number {
  return Math.max(
    0,
    successes * constant ** 2 + 2 * constant * slope * floatOf(paidPaise) + slope ** 2 * paidSquares,
  );
}

function fixedOf({ fixedPaise }: Fee): number {
  return floatOf(fixedPaise);
}

function rateOf({ rateMillionths }: Fee): number {
  return rateMillionths / MILLION;
}

/** Loses digits above 2^53, so only statistics may use it. */
function floatOf(whole: bigint): number {
  return parseInt(whole.toString(), 10);
}
