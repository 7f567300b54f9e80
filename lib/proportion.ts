/** A range of a fraction or of a difference of fractions; both ends belong to it. */
export type Interval = { low: number; high: number };

/** `of`: how many were observed; `hits`: how many of them were what is counted. Whole numbers, 0 ≤ hits ≤ of. */
export type Observed = { hits: number; of: number };

/** The 97.5 % point of the normal distribution: an interval of 95 %. */
const Z = 1.959963984540054;

/**
 * The 95 % score interval of a fraction; from 0 to 1 when nothing was observed. Also right near 0 and 1, and for few
 * observations. Source: E. B. Wilson, "Probable inference, the law of succession, and statistical inference", Journal of
 * the American Statistical Association 22 (1927), 209–212.
 */
export function wilsonInterval({ hits, of }: Observed): Interval {
  if (of === 0) return { low: 0, high: 1 };
  const share = hits / of;
  const middle = share + Z ** 2 / (2 * of);
  const reach = Z * Math.sqrt((share * (1 - share)) / of + (Z / (2 * of)) ** 2);
  const scale = 1 + Z ** 2 / of;
  // Exactly 0 and 1 at the ends, where rounding would leave a remainder.
  return {
    low: hits === 0 ? 0 : (middle - reach) / scale,
    high: hits === of ? 1 : (middle + reach) / scale,
  };
}

/**
 * The 95 % interval of the difference `now - before` of two independent fractions; null when one of them has no
 * observations. Source: method 10 of R. G. Newcombe, "Interval estimation for the difference between independent
 * proportions: comparison of eleven methods", Statistics in Medicine 17 (1998), 873–890.
 */
export function differenceInterval(now: Observed, before: Observed): Interval | null {
  if (now.of === 0 || before.of === 0) return null;
  const [one, other] = [now.hits / now.of, before.hits / before.of];
  const [ofOne, ofOther] = [wilsonInterval(now), wilsonInterval(before)];
  return {
    low: one - other - Math.hypot(one - ofOne.low, ofOther.high - other),
    high: one - other + Math.hypot(ofOne.high - one, other - ofOther.low),
  };
}
