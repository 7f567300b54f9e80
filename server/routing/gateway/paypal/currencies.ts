import { formatPaise } from "@/lib/money";
import { err, ok, type Result } from "@/lib/result";
import { codes, type CurrencyTerms, toMinorUnits } from "../minor-units";

/** The currencies of PayPal's currency codes that a merchant of any country can take. */
export const PAYPAL_CURRENCIES = codes(`
  AUD CAD CHF CZK DKK EUR GBP HKD HUF ILS JPY MXN NOK NZD PHP PLN SEK SGD THB TWD USD`);

const KNOWN: ReadonlySet<string> = new Set(PAYPAL_CURRENCIES);
const ZERO_DECIMAL: ReadonlySet<string> = new Set(codes("HUF JPY TWD"));

export function paypalTerms(currency: string): CurrencyTerms | null {
  if (!KNOWN.has(currency)) return null;
  return { decimals: ZERO_DECIMAL.has(currency) ? 0 : 2, wholeOnly: false, minimumPaise: 1n };
}

export type PayPalMoney = { currency_code: string; value: string };

/** An amount as PayPal writes it: a decimal number in the currency's main unit. The error is as in `minor-units.ts`. */
export function toMoney(amountPaise: bigint, currency: string): Result<PayPalMoney, string> {
  const units = toMinorUnits(amountPaise, currency, paypalTerms);
  return units.ok ? ok(moneyOf(units.value, currency)) : err(units.error);
}

/** `units`: minor units, as `toMinorUnits` returns them. */
export function moneyOf(units: number, currency: string): PayPalMoney {
  const isWhole = paypalTerms(currency)?.decimals === 0;
  return { currency_code: currency, value: isWhole ? String(units) : formatPaise(BigInt(units)) };
}

/** Null when PayPal's amount has no exact value in hundredths. */
export function readMoney({ value }: PayPalMoney): bigint | null {
  const [, whole, fraction = ""] = /^(\d{1,13})(?:\.(\d{1,2})0*)?$/.exec(value) ?? [];
  return whole === undefined ? null : BigInt(whole) * 100n + BigInt(fraction.padEnd(2, "0"));
}
