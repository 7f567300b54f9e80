import { formatPaise } from "../money";
import { codePointLength, HASH_SEPARATOR, isBlank, isStorableText, MAX_REFERENCE_CODE_POINTS } from "../text";
import { readTypedAmount } from "../typed-amount";

/** What a text in the search field may be. */
export type SearchTerm =
  | { kind: "transaction_id"; id: string }
  | { kind: "refund_id"; id: string }
  | { kind: "email"; writings: string[] }
  /** As typed: an exact match comes before one without the spaces around it (decision 0024). */
  | { kind: "reference"; reference: string }
  | { kind: "gateway_id"; id: string }
  /** The ways in which a merchant may have written the number, the typed one first. */
  | { kind: "phone"; writings: string[] }
  | { kind: "amount"; amount: string }
  | { kind: "prefix"; prefix: string };
export type SearchKind = SearchTerm["kind"];

/** TXN or RFD, the date and the milliseconds (decision 0030). */
const ID = /^(TXN|RFD)\d{21}$/i;
const EMAIL = /^[^\s@]+@[^\s@]+$/;
const GATEWAY_ID = /^[\w.:-]{4,}$/;
const PHONE = /^\+?[0-9][0-9 ().-]*$/;
const MIN_PHONE_DIGITS = 8;
const MAX_PHONE_DIGITS = 15;
const INDIA = "91";
const INDIAN_DIGITS = 10;

/**
 * Everything that a text may be, the most exact first: digits can be a reference, a gateway's id, a phone number or an
 * amount. Empty for a text that nothing can be searched for.
 */
export function searchTermsOf(typed: string): SearchTerm[] {
  const text = typed.trim();
  if (isBlank(text) || !isStorableText(text) || codePointLength(text) > MAX_REFERENCE_CODE_POINTS) return [];
  const terms: SearchTerm[] = [];
  if (ID.test(text)) {
    const id = text.toUpperCase();
    terms.push({ kind: id.startsWith("TXN") ? "transaction_id" : "refund_id", id });
  }
  if (EMAIL.test(text)) terms.push({ kind: "email", writings: [...new Set([text, text.toLowerCase()])] });
  const canBeReference =
    !text.includes(HASH_SEPARATOR) && codePointLength(typed) <= MAX_REFERENCE_CODE_POINTS;
  if (canBeReference) terms.push({ kind: "reference", reference: typed });
  if (terms.length > 1) return terms;

  if (GATEWAY_ID.test(text)) terms.push({ kind: "gateway_id", id: text });
  const writings = phoneWritings(text);
  if (writings.length > 0) terms.push({ kind: "phone", writings });
  const amount = readTypedAmount(text);
  if (amount.ok && amount.value.amountPaise > 0n)
    terms.push({ kind: "amount", amount: formatPaise(amount.value.amountPaise) });
  if (canBeReference) terms.push({ kind: "prefix", prefix: text });
  return terms;
}

/** Whether a text may be a customer's contact: then it gets into no address, found or not (decision 0246). */
export function mayBeContact(terms: readonly SearchTerm[]): boolean {
  return terms.some(({ kind }) => kind === "email" || kind === "phone");
}

function phoneWritings(text: string): string[] {
  const digits = text.replace(/\D/g, "");
  if (!PHONE.test(text) || digits.length < MIN_PHONE_DIGITS || digits.length > MAX_PHONE_DIGITS) return [];
  const bare = text.startsWith("+") ? `+${digits}` : digits;
  const national =
    digits.length === INDIA.length + INDIAN_DIGITS && digits.startsWith(INDIA)
      ? digits.slice(INDIA.length)
      : digits.length === INDIAN_DIGITS && !text.startsWith("+")
        ? digits
        : null;
  const indian = national === null ? [] : [national, `+${INDIA}${national}`, `${INDIA}${national}`];
  return [...new Set([text, bare, digits, ...indian])];
}
