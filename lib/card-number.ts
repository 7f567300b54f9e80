import { plainlyWritten } from "./text";

type Digits = { text: string; start: number; end: number };

/** What separates the groups of a card number: spaces, hyphens, dots and the like. */
const SEPARATOR = /^[^\p{L}\p{N}]{1,3}$/u;
const LETTER = /\p{L}/u;
const MIN_DIGITS = 13;
const MAX_DIGITS = 19;
/** The first digits of the schemes: Visa, Mastercard, American Express, RuPay, Discover, Diners Club, JCB, Maestro. */
const SCHEME = /^(4|5[0-8]|2(22[1-9]|2[3-9]|[3-6]|7[01]|720)|3[47]|6|8[12]|30[0-5]|3[689]|35(2[89]|[3-8]))/;

/**
 * Whether a text contains what may be a card number: 13 to 19 digits of a known scheme, in whole groups, whose last one is
 * the check digit of the others. Other digits before or after it, like an expiry date, do not hide it. Card numbers must
 * not be stored (PCI DSS, requirement 3). Digits that a letter touches are an id.
 */
export function hasCardNumber(given: string): boolean {
  const text = plainlyWritten(given);
  const groups = [...text.matchAll(/[0-9]+/g)].map((match): Digits => {
    const end = match.index + match[0].length;
    return { text: match[0], start: match.index, end };
  });
  return groups.some((first, index) => {
    if (LETTER.test(text[first.start - 1] ?? "")) return false;
    let digits = "";
    let end = first.start;
    for (const group of groups.slice(index, index + MAX_DIGITS)) {
      const isNext = group === first || SEPARATOR.test(text.slice(end, group.start));
      digits += group.text;
      if (!isNext || digits.length > MAX_DIGITS) return false;
      end = group.end;
      if (isCard(digits) && !LETTER.test(text[end] ?? "")) return true;
    }
    return false;
  });
}

function isCard(digits: string): boolean {
  return digits.length >= MIN_DIGITS && SCHEME.test(digits) && isChecked(digits);
}

/** Luhn's check digit. */
function isChecked(digits: string): boolean {
  const sum = [...digits].toReversed().reduce((total, digit, index) => {
    const value = Number(digit) * (index % 2 === 0 ? 1 : 2);
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return sum % 10 === 0;
}
