/** A measured difference of success rates, a fraction, and its 95 % interval. */
export type Difference = { difference: number; low: number; high: number };

/** Outcomes of one side of a comparison. */
export type Outcomes = { payments: number; successes: number };

const ERROR = 0.05;
/** The size of differences that the interval is narrowest for: two points. */
const TYPICAL_DIFFERENCE = 0.02;
/** The normal approximation does not hold with fewer payments. */
export const LEAST_PAYMENTS = 100;

/**
 * The 95 % interval of an estimate with this variance, valid at every moment at once: looking every day and stopping when
 * one likes it does not raise the error. The mixture sequential probability ratio test with a normal mixture (Robbins
 * 1970; Johari, Koomen, Pekelis and Walsh 2022), inverted. About half as wide again as an interval for one look.
 * `typicalDifference`: the size of differences that it is narrowest for.
 */
export function alwaysValid(
  difference: number,
  variance: number,
  typicalDifference: number = TYPICAL_DIFFERENCE,
): Difference {
  const prior = typicalDifference ** 2;
  const radius = Math.sqrt(
    ((variance * (variance + prior)) / prior) *
      (2 * Math.log(1 / ERROR) + Math.log((variance + prior) / variance)),
  );
  return { difference, low: difference - radius, high: difference + radius };
}

/** How much better the candidate's success rate is; null while one side has too few payments to say. */
export function differenceOf(current: Outcomes, candidate: Outcomes): Difference | null {
  if (current.payments < LEAST_PAYMENTS || candidate.payments < LEAST_PAYMENTS) return null;
  const difference = candidate.successes / candidate.payments - current.successes / current.payments;
  return alwaysValid(difference, varianceOfRate(current) + varianceOfRate(candidate));
}

/** Two successes and two failures more, so that a rate of 100 % is not taken for certain (Agresti and Coull 1998). */
function varianceOfRate({ payments, successes }: Outcomes): number {
  const rate = (successes + 2) / (payments + 4);
  return (rate * (1 - rate)) / payments;
}

/** Whether a trial has to end: the candidate is worse for certain, and by at least this fraction. */
export function isBeyondGuardrail(difference: Difference | null, guardrail: number): boolean {
  return difference !== null && difference.high < 0 && difference.difference <= -guardrail;
}
