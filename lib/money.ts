import { err, ok, type Result } from "./result";

/** Why a text is not an amount (decision 0025). */
export type AmountFault = "malformed" | "too_large";

const AMOUNT = /^([0-9]+)(?:\.([0-9]{1,2}))?$/;
const MAX_INTEGER_DIGITS = 13;

/**
 * Parses an amount (decision 0025): ASCII digits, optionally a point and one or two digits, at most 13 integer digits.
 * No sign, exponent, space or separator is accepted, because this very text is also hashed. Returns minor units
 * (hundredths of the currency's main unit). A total may have more digits than an amount.
 */
export function parseAmount(
  text: string,
  maxIntegerDigits = MAX_INTEGER_DIGITS,
): Result<bigint, AmountFault> {
  const match = AMOUNT.exec(text);
  if (match === null) return err("malformed");
  const [, whole = "", fraction = ""] = match;
  if (whole.length > maxIntegerDigits) return err("too_large");
  return ok(BigInt(whole) * 100n + BigInt(fraction.padEnd(2, "0")));
}

/** The paise of an amount that a schema has already validated; throws for any other text. */
export function paiseOf(amount: string): bigint {
  const parsed = parseAmount(amount);
  if (!parsed.ok) throw new Error("an amount that passed its schema is not an amount");
  return parsed.value;
}

/** Formats paise for the wire: plain digits with exactly two decimals, "1499.00" (specification 2). */
export function formatPaise(amountPaise: bigint): string {
  const sign = amountPaise < 0n ? "-" : "";
  const digits = (amountPaise < 0n ? -amountPaise : amountPaise).toString().padStart(3, "0");
  return `${sign}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

/** The places between the digits of the rupees: after the last three, every two. */
const INDIAN_GROUPS = /\B(?=(?:\d\d){0,20}\d{3}$)/g;

/**
 * Formats paise for people: the currency's sign and Indian grouping, "₹1,49,900.00". Rupees, nearly all amounts, are
 * grouped here: a page's first `Intl.NumberFormat` takes longer than React's render of all its payments.
 */
export function displayMoney(amountPaise: bigint, currency: string): string {
  const text = formatPaise(amountPaise);
  if (currency !== "INR") return formatterOf(currency).format(text as Intl.StringNumericLiteral);
  const sign = amountPaise < 0n ? "-" : "";
  return `${sign}₹${text.slice(sign.length, -3).replace(INDIAN_GROUPS, ",")}${text.slice(-3)}`;
}

const formatters = new Map<string, Intl.NumberFormat>();

/** Formats decimal text, so that no amount is rounded. Cached per currency: construction is slow. */
function formatterOf(currency: string): Intl.NumberFormat {
  const made =
    formatters.get(currency) ??
    new Intl.NumberFormat("en-IN", {
      style: "currency",
      currency,
      minimumFractionDigits: 2,
      maximumFractionDigits: 2,
    });
  formatters.set(currency, made);
  return made;
}

/** A sum of amounts may have more digits than each of them. */
const SUM = /^[0-9]+\.[0-9]{2}$/;

/** Like {@link displayMoney}, from the wire's text; an invalid amount is returned unchanged. */
export function displayAmount(amount: string, currency: string): string {
  const parsed = parseAmount(amount);
  if (parsed.ok) return displayMoney(parsed.value, currency);
  return SUM.test(amount) ? displayMoney(BigInt(amount.replace(".", "")), currency) : `${currency} ${amount}`;
}

/** An amount of no particular currency, as in routing rules: grouped like rupees, without a sign. Invalid text is kept. */
export function groupedAmount(amount: string): string {
  const parsed = parseAmount(amount);
  return parsed.ok ? displayMoney(parsed.value, "INR").replace("₹", "") : amount;
}

/** An amount as the screens show it: with an unknown currency only the number, never a guess. */
export function shownAmount(amount: string, currency: string | null): string {
  return currency === null ? amount : displayAmount(amount, currency);
}
