/** The change from one figure to another as a fraction of the first; null from zero. */
export function changeOf(before: number, now: number): number | null {
  return before === 0 ? null : (now - before) / before;
}

/**
 * Compares two amounts of one currency, as the service writes them. It is exact until the last step: the sums of a year
 * can have more digits than a number.
 */
export function amountChangeOf(before: string, now: string): number | null {
  const [from, to] = [smallestUnits(before), smallestUnits(now)];
  return from === 0n ? null : Number(((to - from) * SCALE) / from) / Number(SCALE);
}

const SCALE = 10_000n;

function smallestUnits(amount: string): bigint {
  return BigInt(amount.replace(".", ""));
}
