/** A fraction of 1 in percentage points with one decimal, without a minus sign before a zero. */
export function pointsOf(fraction: number): number {
  return Math.round(fraction * 1_000) / 10 || 0;
}

/** A difference in percentage points, with its sign. */
export function signedPoints(locale: string): (fraction: number) => string {
  const format = new Intl.NumberFormat(`${locale}-IN`, {
    maximumFractionDigits: 1,
    minimumFractionDigits: 1,
    signDisplay: "exceptZero",
    numberingSystem: "latn",
  });
  return (fraction) => format.format(pointsOf(fraction));
}
