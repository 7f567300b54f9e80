/** `perSecond`: payments on average. A merchant with several records has one of these for each (docs/scale.md). */
export type Merchant = { name: string; perSecond: number };

/** Merchants whose sizes fall by their rank as in Zipf's law, and that have `perSecond` payments in total. */
export function zipfMerchants(count: number, exponent: number, perSecond: number): Merchant[] {
  const weights = Array.from({ length: count }, (_, rank) => (rank + 1) ** -exponent);
  const sum = weights.reduce((total, weight) => total + weight, 0);
  return weights.map((weight, rank) => ({ name: `m${rank + 1}`, perSecond: (perSecond * weight) / sum }));
}

/** Gives each merchant with more than `most` payments a second several records of equal size. */
export function intoRecords(merchants: readonly Merchant[], most: number): Merchant[] {
  return merchants.flatMap((merchant) => {
    const records = Math.ceil(merchant.perSecond / most);
    if (records === 1) return [merchant];
    return Array.from({ length: records }, (_, index) => ({
      name: `${merchant.name}-${index + 1}`,
      perSecond: merchant.perSecond / records,
    }));
  });
}

export function perSecondOf(merchants: readonly Merchant[]): number {
  return merchants.reduce((sum, { perSecond }) => sum + perSecond, 0);
}
