/** Why a payment failed, in the gateway's own words, safe to store and to show; at least one of the two is set. */
export type PaymentFailure = { code: string | null; message: string | null };

const CODE_LENGTH = 64;
const MESSAGE_LENGTH = 300;

/**
 * Cleans a gateway's reason (decision 0312). Null when nothing is left. The texts come from a vendor: control characters
 * go, and what could be a card number, a phone number or an address of the customer is masked.
 */
export function cleanFailure(given: { code: string | null; message: string | null }): PaymentFailure | null {
  const code = cleaned(given.code, CODE_LENGTH);
  const message = cleaned(given.message, MESSAGE_LENGTH);
  return code === null && message === null ? null : { code, message };
}

/** Control, format and unassigned characters, private use, lone surrogates, line and paragraph separators. */
const UNPRINTABLE = /[\p{C}\p{Zl}\p{Zp}]/gu;
/** Nine digits or more of any script, also in groups: cards, phones, accounts. */
const LONG_NUMBER = /\p{Nd}(?:[\s().\p{Pd}]{0,3}\p{Nd}){8,}/gu;
/** E-mail addresses and UPI ids. */
const ADDRESS = /(?<![^\s@])[^\s@]+@[^\s@]+/g;
const MASK = "•••";

function cleaned(text: string | null, limit: number): string | null {
  if (text === null) return null;
  // Cut generously first, so that the patterns below run over a bounded text whatever a vendor sends.
  const printable = text
    .slice(0, 4 * limit)
    .replace(UNPRINTABLE, " ")
    .replace(/\s+/g, " ")
    .replace(LONG_NUMBER, MASK)
    .replace(ADDRESS, MASK)
    .trim();
  const points = [...printable];
  const short = points.length <= limit ? printable : `${points.slice(0, limit - 1).join("")}…`;
  return short === "" ? null : short;
}
