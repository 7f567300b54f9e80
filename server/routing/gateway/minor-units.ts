import { formatPaise } from "@/lib/money";
import { err, ok, type Result } from "@/lib/result";

/** How many decimals a currency has in a vendor's amounts. */
export type Decimals = 0 | 2 | 3;

/** A vendor's rules for amounts in one currency. */
export type CurrencyTerms = {
  decimals: Decimals;
  /** The currency has no fraction, although the vendor counts in hundredths of it. */
  wholeOnly: boolean;
  minimumPaise: bigint;
};

/** Null for a currency that the vendor does not accept. */
export type TermsOf = (currency: string) => CurrencyTerms | null;

/**
 * An amount in the vendor's minor units, as the number that the vendors' SDKs need. Exact: anything above the safe
 * integers is refused. The error is a sentence for the routing decision.
 */
export function toMinorUnits(
  amountPaise: bigint,
  currency: string,
  termsOf: TermsOf,
): Result<number, string> {
  const terms = termsOf(currency);
  if (terms === null) return err(`${currency} is not a currency of this gateway`);
  const written = `${currency} ${formatPaise(amountPaise)}`;
  const hasFraction = amountPaise % 100n !== 0n;
  if (hasFraction && (terms.decimals === 0 || terms.wholeOnly)) {
    return err(`${written} has a fraction, and the currency has none`);
  }
  if (amountPaise < terms.minimumPaise) {
    return err(`${written} is below the gateway's minimum of ${formatPaise(terms.minimumPaise)}`);
  }
  const units = scaled(amountPaise, terms.decimals);
  if (units > BigInt(Number.MAX_SAFE_INTEGER)) return err(`${written} is more than the gateway can take`);
  return ok(Number(units));
}

/**
 * A vendor's amount in paise; null when it is not a whole number of minor units or has no exact value in hundredths. A
 * currency that the vendor is not known to accept is read with two decimals, like most of ISO 4217.
 */
export function fromMinorUnits(units: number, currency: string, termsOf: TermsOf): bigint | null {
  if (!Number.isSafeInteger(units) || units < 0) return null;
  const exact = BigInt(units);
  switch (termsOf(currency)?.decimals ?? 2) {
    case 0:
      return exact * 100n;
    case 2:
      return exact;
    case 3:
      return exact % 10n === 0n ? exact / 10n : null;
  }
}

function scaled(amountPaise: bigint, decimals: Decimals): bigint {
  switch (decimals) {
    case 0:
      return amountPaise / 100n;
    case 2:
      return amountPaise;
    case 3:
      return amountPaise * 10n;
  }
}

/** Reads a table of codes, separated by white space. */
export function codes(text: string): readonly string[] {
  return text.trim().split(/\s+/);
}
