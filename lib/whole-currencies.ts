/** These have no decimals at every gateway that takes them; of others, the vendors' documents differ. */
const WHOLE: ReadonlySet<string> = new Set("BIF DJF GNF JPY KMF KRW PYG RWF VND VUV XAF XOF XPF".split(" "));

/** These have three decimals, of which the service's amounts can express two (decision 0025). */
const THREE_DECIMALS: ReadonlySet<string> = new Set("BHD IQD JOD KWD LYD OMR TND".split(" "));

export function hasThreeDecimals(currency: string): boolean {
  return THREE_DECIMALS.has(currency);
}

/** Whether amounts of a currency have no decimals at all. */
export function isWhole(currency: string): boolean {
  return WHOLE.has(currency);
}

/**
 * Whether an amount has a fraction that its currency does not have: 100.50 yen. Amounts always have two decimals for the
 * service (decision 0025), which leaves such an amount to its gateways, and they refuse it.
 */
export function hasImpossibleFraction(amountPaise: bigint, currency: string): boolean {
  return amountPaise % 100n !== 0n && WHOLE.has(currency);
}

/**
 * Whether a part of a balance has an impossible fraction. The whole of a balance that has a fraction, because it was
 * paid or refunded so, can be refunded.
 */
export function isImpossiblePart(amountPaise: bigint, leftPaise: bigint, currency: string): boolean {
  return hasImpossibleFraction(amountPaise, currency) && !hasImpossibleFraction(leftPaise, currency);
}
