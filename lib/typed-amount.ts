import { type AmountFault, displayMoney, parseAmount } from "./money";
import { err, ok, type Result } from "./result";
import { hasThreeDecimals, isWhole } from "./whole-currencies";

/** An amount as people write it: `sign` is the currency in front of it, as written; empty when there is none. */
export type TypedAmount = { amountPaise: bigint; sign: string };

/** `two_readings`: 1,500 of a currency that is also written with a decimal comma, or has three decimals. */
type TypedAmountFault = AmountFault | "other_currency" | "two_readings";

/**
 * A currency sign with or without letters ("₹", "US$"), a code ("INR"), "Rs.", or one of the four signs that Paydeck
 * shows for XOF, XAF, XPF and XCG. `\s` is the narrow or ordinary no-break space of a pasted amount.
 */
const SIGN = /^([A-Za-z]{0,3}\p{Sc}|[A-Za-z]{3}|Rs\.?|F\sCFA|FCFA|CFPF|Cg\.)[ \u00a0\u202f]?(?=[0-9])/iu;

/** Digits in groups of three, or in India's groups: the last three, and two before them. */
const GROUPED = /^(?:[0-9]{1,3}(?:,[0-9]{3})+|[0-9]{1,2}(?:,[0-9]{2})*,[0-9]{3})(?=\.|$)/;

/**
 * Reads an amount that a person typed, pasted or exported from a spreadsheet: the grammar of decision 0025, with a currency
 * sign in front and complete groups of digits. A comma that completes no group is refused: "1,50" is 1.50 to some and 150 to
 * others. Only ASCII digits.
 */
export function readTypedAmount(text: string, maxIntegerDigits?: number): Result<TypedAmount, AmountFault> {
  const trimmed = text.trim();
  const sign = SIGN.exec(trimmed);
  const digits = trimmed.slice(sign?.[0].length ?? 0);
  const parsed = parseAmount(GROUPED.test(digits) ? digits.replaceAll(",", "") : digits, maxIntegerDigits);
  return parsed.ok ? ok({ amountPaise: parsed.value, sign: sign?.[1] ?? "" }) : parsed;
}

/** Digits in groups of three, or none, with a decimal comma or whole; the currency before or behind them. */
const WITH_COMMA =
  /^(\D{0,6}?)[ \u00a0\u202f]?([1-9][0-9]{0,2}(?:[.\u00a0\u202f '\u2019][0-9]{3})+|[0-9]+)(?:,([0-9]{1,2}))?(?:[ \u00a0\u202f]?(\D{1,5}))?$/u;

/**
 * An amount as most of Europe and South America write it, 1.499,50 €, in the notation of {@link readTypedAmount}; null for
 * any other text. Only for a text of which this notation is known.
 */
export function readCommaAmount(text: string): string | null {
  const match = WITH_COMMA.exec(text.trim());
  if (match === null) return null;
  const [, before = "", whole = "", fraction = "", behind = ""] = match;
  if (before !== "" && behind !== "") return null;
  const amount = `${before}${behind}${whole.replace(/\D/gu, "")}${fraction === "" ? "" : `.${fraction}`}`;
  return readTypedAmount(amount).ok ? amount : null;
}

/** {@link readTypedAmount}, for an amount in a known currency; `null` allows no sign at all. Returns paise. */
export function parseTypedAmount(
  text: string,
  currency: string | null,
  maxIntegerDigits?: number,
): Result<bigint, TypedAmountFault> {
  const read = readTypedAmount(text, maxIntegerDigits);
  if (!read.ok) return read;
  if (!isSignOf(read.value.sign, currency)) return err("other_currency");
  return hasTwoReadings(text, currency) ? err("two_readings") : ok(read.value.amountPaise);
}

/** Their countries, or most of them, write a decimal comma. */
const DECIMAL_COMMA: ReadonlySet<string> = new Set(
  (
    "ALL AMD AOA ARS AZN BAM BGN BRL BYN CLP COP CRC CVE CZK DKK DZD EUR GEL HUF IDR ISK KGS KZT MAD MDL MGA MKD MRU " +
    "MZN NOK PLN RON RSD RUB SEK STN TJS TMT TRY UAH UYU UZS VES XCG ZAR"
  ).split(" "),
);
/** One comma before three digits: a group of thousands, or the decimals of a three-decimal currency. */
const ONE_COMMA = /^[^0-9]*[0-9]{1,3},[0-9]{3}$/u;

/** Whether people of the currency's countries would take 1,500 for one and a half. */
function hasTwoReadings(text: string, currency: string | null): boolean {
  if (currency === null || isWhole(currency) || !ONE_COMMA.test(text.trim())) return false;
  return hasThreeDecimals(currency) || DECIMAL_COMMA.has(currency);
}

/** Whether a sign is none, or one of the currency (ISO 4217): its code, or the sign that Paydeck shows. */
export function isSignOf(sign: string, currency: string | null): boolean {
  if (sign === "") return true;
  if (currency === null) return false;
  // The space inside "F CFA" (XOF) tells it from "FCFA" (XAF).
  const written = sign.replace(/\s/gu, " ").toUpperCase();
  return [currency, shownSign(currency), ...(currency === "INR" ? ["RS", "RS."] : [])].includes(written);
}

function shownSign(currency: string): string {
  return displayMoney(0n, currency)
    .replace(/\s?0\.00$/u, "")
    .replace(/\s/gu, " ")
    .toUpperCase();
}
