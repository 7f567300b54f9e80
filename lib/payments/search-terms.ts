import { formatPaise } from "../money";
import {
  codePointLength,
  HASH_SEPARATOR,
  isBlank,
  isStorableText,
  MAX_REFERENCE_CODE_POINTS,
  plainlyWritten,
  withoutCopiedSigns,
} from "../text";
import { readCommaAmount, readTypedAmount } from "../typed-amount";

/** What a text in the search field may be. */
export type SearchTerm =
  | { kind: "transaction_id"; id: string }
  | { kind: "refund_id"; id: string }
  | { kind: "email"; writings: string[] }
  /** The reference as typed: an exact match comes before one without what is around it (decision 0024). */
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
const PHONE = /^(?:tel:)?[+(]*[0-9][0-9 ()./-]*$/i;
/**
 * Matches at least eight digits of a phone number, alone, in quotation marks, or after a name, even without a space
 * before the "+": not the digits of "ORD-20261125". The repetitions have limits, because a long text would take seconds
 * otherwise.
 */
const PHONE_WITHIN =
  /(?:(?<![^\s:;,(<[{"'`\u2018-\u201f])[+(]{0,3}|\+)[0-9](?:[ ()./-]*[0-9]){7,40}(?![^\s:;,)>\]}.!?"'`\u2018-\u201f])/g;
/** An Indian mobile number, whatever it is glued to: "Mob.9876543210". */
const INDIAN_MOBILE_WITHIN = /(?<![0-9])(?:91[ ()./-]{0,3}|0)?[6-9](?:[ ()./-]{0,2}[0-9]){9}(?![0-9])/;
/** Any number glued to a word for a telephone. */
const PHONE_AFTER_WORD =
  /(?<!\p{L})(?:mob(?:ile)?|ph(?:one)?|tel(?:ephone)?|cell|contact|whatsapp|call|मो(?:बाइल)?|फ\u093c?ोन)[^\p{L}0-9]{0,3}[0-9](?:[ ()./-]{0,2}[0-9]){7}/iu;
/** A UUID with a letter: one in forty has digits like a mobile number's across its hyphens. */
const UUID_WITHIN =
  /(?<![0-9a-z])(?=[0-9-]{0,35}[a-f])[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}(?![0-9a-z])/gi;
/** More digits without a separator are no phone number. */
const LONG_NUMBER = /^[0-9]{16,}$/;
/** Counted in UTF-16 units: the longest reference, with as much around it. */
const MAX_LOOKED_FOR = 4 * MAX_REFERENCE_CODE_POINTS;
const MIN_PHONE_DIGITS = 8;
const MAX_PHONE_DIGITS = 15;
const INDIA = "91";
const INDIAN_DIGITS = 10;

/** An id within a sentence or an address, not within a longer word. */
const ID_WITHIN = /(?<![\p{L}\p{N}])(?:TXN|RFD)\d{21}(?![\p{L}\p{N}])/giu;
/** "Order #HB-1", "Order no. HB-1", "Transaction ID: …", "#HB-1": a few words, and a sign that ends them. */
const LABEL = /^(?:\p{L}[\p{L}\p{M} .]{0,30})?(?:[:\uff1a#\u2116]|\b(?:no|nr)\.) ?#?(?=\S)/iu;
/** `Name <mail>`, as mail programs copy it, and the address of a link. */
const EMAIL_WITHIN = /(?:^|<|mailto:)([^\s<>@:"]{1,64}@[^\s<>@"]{1,255})>?$/iu;
/** The parameter of a page's address that names a payment. */
const REFERENCE_PARAMETER = /^https?:\/\/[^?#]*\?(?:[^&#]*&)*?reference=([^&#]+)/iu;

/**
 * What a copied text names: the id in it, the address behind a name, or the text without the words before it. The text as it
 * is, without invisible characters, if it is nothing of that kind.
 */
function namedIn(text: string): string {
  const plain = withoutCopiedSigns(text);
  const ids = plain.match(ID_WITHIN) ?? [];
  const [id] = ids;
  if (id !== undefined && ids.every((other) => other.toUpperCase() === id.toUpperCase())) return id;
  const email = EMAIL_WITHIN.exec(plain)?.[1];
  if (email !== undefined) return email;
  const parameter = REFERENCE_PARAMETER.exec(plain)?.[1];
  if (parameter !== undefined) return decoded(parameter);
  if (/^[a-z]+:\/\//iu.test(plain)) return plain;
  return withoutCopiedSigns(plain.replace(LABEL, ""));
}

function decoded(parameter: string): string {
  try {
    return decodeURIComponent(parameter.replaceAll("+", " "));
  } catch {
    return parameter;
  }
}

/**
 * Everything that a text may be, the most exact first: digits can be a reference, a gateway's id, a phone number or an
 * amount. Empty for a text that nothing can be searched for.
 */
export function searchTermsOf(typed: string): SearchTerm[] {
  const text = typed.trim();
  // An address may be longer than what it names.
  if (isBlank(text) || !isStorableText(text) || text.length > MAX_LOOKED_FOR) return [];
  const copied = withoutCopiedSigns(text);
  const plain = namedIn(text);
  if (codePointLength(plain) > MAX_REFERENCE_CODE_POINTS) return [];
  const terms: SearchTerm[] = [];
  if (ID.test(plain)) {
    const id = plain.toUpperCase();
    terms.push({ kind: id.startsWith("TXN") ? "transaction_id" : "refund_id", id });
  }
  if (EMAIL.test(plain)) {
    const writings = [plain, plain.toLowerCase(), ...(EMAIL.test(text) ? [text, text.toLowerCase()] : [])];
    terms.push({ kind: "email", writings: [...new Set(writings)] });
  }
  const canBeReference =
    !text.includes(HASH_SEPARATOR) && codePointLength(typed) <= MAX_REFERENCE_CODE_POINTS;
  const references = [...new Set([typed, ...[copied, plain].filter((one) => one !== text)])].filter(
    (one) => canBeReference || (one === plain && !plain.includes(HASH_SEPARATOR)),
  );
  terms.push(...references.map((reference) => ({ kind: "reference", reference }) as const));
  if (terms.some(({ kind }) => kind !== "reference")) return terms;

  if (GATEWAY_ID.test(plain)) terms.push({ kind: "gateway_id", id: plain });
  const writings = phoneWritings(plain);
  if (writings.length > 0) terms.push({ kind: "phone", writings });
  const amount = readTypedAmount(plain);
  const comma = amount.ok ? null : readCommaAmount(plain);
  const read = comma === null ? amount : readTypedAmount(comma);
  if (read.ok && read.value.amountPaise > 0n)
    terms.push({ kind: "amount", amount: formatPaise(read.value.amountPaise) });
  if (canBeReference) terms.push({ kind: "prefix", prefix: plain });
  // The service ignores the case of A to Z only.
  for (const other of new Set([plain.toUpperCase(), plain.toLowerCase()])) {
    if (canBeReference && asciiLower(other) !== asciiLower(plain))
      terms.push({ kind: "prefix", prefix: other });
  }
  return terms;
}

function asciiLower(text: string): string {
  return text.replace(/[A-Z]/gu, (letter) => letter.toLowerCase());
}

/** A part that cannot be a word: it is an id or an address, or has a digit and some length. */
const IDENTIFIER = /^(?=.*\d).{4,}$/u;

/**
 * The identifiers of a text that has several on one line, with spaces, commas or semicolons between them; null for any
 * other text. A reference may have these characters too, so the whole text is searched for first.
 */
export function severalIn(typed: string): string[] | null {
  const parts = new Set(
    typed
      .split(/[\s,;]+/u)
      .map(withoutCopiedSigns)
      .filter((part) => part !== ""),
  );
  const isEach = [...parts].every((part) => EMAIL.test(part) || IDENTIFIER.test(part));
  return parts.size < 2 || !isEach || phoneWritings(typed).length > 0 ? null : [...parts];
}

/**
 * Whether a text may be or contain a customer's contact, with a name or written unusually too: then it gets into no
 * address, found or not (decision 0246). An amount with its currency is none.
 */
export function mayBeContact(typed: string): boolean {
  // Nothing that is searched for is longer; what is belongs into no address, and would be read for seconds here.
  if (typed.length > MAX_LOOKED_FOR) return true;
  const text = plainlyWritten(typed);
  // Also what a link names, which may be encoded in it.
  return [text, plainlyWritten(namedIn(text))].some(hasContact);
}

function hasContact(text: string): boolean {
  if (text.includes("@")) return true;
  const amount = readTypedAmount(text);
  if (amount.ok && amount.value.sign !== "") return false;
  // What is searched for as a number is one, whatever follows its digits.
  if (phoneWritings(text).length > 0) return true;
  // A number within one of its groups is still one.
  const rest = text.replace(UUID_WITHIN, (id) => id.replaceAll("-", "x"));
  if (INDIAN_MOBILE_WITHIN.test(rest) || PHONE_AFTER_WORD.test(rest)) return true;
  return (rest.match(PHONE_WITHIN) ?? []).some((found) => !LONG_NUMBER.test(found));
}

function phoneWritings(typed: string): string[] {
  const text = plainlyWritten(typed);
  const digits = text.replace(/\D/g, "");
  if (!PHONE.test(text) || digits.length < MIN_PHONE_DIGITS || digits.length > MAX_PHONE_DIGITS) return [];
  // 00 is dialled for "+", and one 0 before a number within its country.
  const isInternational = text.includes("+") || digits.startsWith("00");
  const dialled = digits.replace(/^0{1,2}/u, "");
  const bare = isInternational ? `+${dialled}` : digits;
  const national =
    dialled.length === INDIA.length + INDIAN_DIGITS && dialled.startsWith(INDIA)
      ? dialled.slice(INDIA.length)
      : dialled.length === INDIAN_DIGITS && !isInternational
        ? dialled
        : null;
  const indian = national === null ? [] : [national, `+${INDIA}${national}`, `${INDIA}${national}`];
  return [...new Set([text, bare, digits, ...(isInternational ? [dialled] : []), ...indian])];
}
