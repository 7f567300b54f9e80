import { formatPaise } from "@/lib/money";
import { err, ok, type Result } from "@/lib/result";
import { codes, type CurrencyTerms, toMinorUnits } from "../minor-units";

/** Every account takes the rupee; another currency has to be enabled by Cashfree's support. */
export const CASHFREE_CURRENCIES = codes("INR");

export function cashfreeTerms(currency: string): CurrencyTerms | null {
  // One rupee is the least that Cashfree takes.
  return currency === "INR" ? { decimals: 2, wholeOnly: false, minimumPaise: 100n } : null;
}

/**
 * Cashfree writes an amount as a JSON number in rupees with two decimals. A double holds every decimal number of fifteen
 * digits, and writes the same digits again; with more of them it may hold, and send, another amount.
 */
const MAX_WHOLE_DIGITS = 13;

/** An amount as Cashfree takes it. The error is as in `minor-units.ts`. */
export function toRupees(amountPaise: bigint, currency: string): Result<number, string> {
  const units = toMinorUnits(amountPaise, currency, cashfreeTerms);
  if (!units.ok) return err(units.error);
  const rupees = rupeesOf(amountPaise);
  return rupees === null
    ? err(`${currency} ${formatPaise(amountPaise)} is more than the gateway can take`)
    : ok(rupees);
}

/** The number is read from digits, not divided. Null where it could not be exact. */
export function rupeesOf(amountPaise: bigint): number | null {
  const text = `${amountPaise / 100n}.${String(amountPaise % 100n).padStart(2, "0")}`;
  const rupees = Number(text);
  return readRupees(rupees) === amountPaise ? rupees : null;
}

/**
 * Null for what is no amount, has a part of a paisa, or has more digits than a JSON number keeps. Cashfree's types say
 * numbers, and its examples of links show texts as well.
 */
export function readRupees(rupees: unknown): bigint | null {
  if (typeof rupees !== "number" && typeof rupees !== "string") return null;
  // The shortest text of a number: the digits that Cashfree wrote, without zeros at the end.
  const [, whole, fraction = ""] = /^(\d+)(?:\.(\d{1,2})0*)?$/.exec(String(rupees)) ?? [];
  if (whole === undefined || whole.length > MAX_WHOLE_DIGITS) return null;
  return BigInt(whole) * 100n + BigInt(fraction.padEnd(2, "0"));
}
