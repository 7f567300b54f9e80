/**
 * Length in code points, as limits count (specification 8, decision 0024): an emoji is one, though it has two UTF-16
 * code units.
 */
export function codePointLength(text: string): number {
  let length = 0;
  for (const _ of text) length += 1;
  return length;
}

const NUL_OR_LONE_SURROGATE = /\0|\p{Surrogate}/u;

/**
 * Whether a text can be stored and hashed unchanged: no NUL, which Postgres refuses, and no lone surrogate, which UTF-8
 * cannot encode, so that two different texts would become one (decision 0026).
 */
export function isStorableText(text: string): boolean {
  return !NUL_OR_LONE_SURROGATE.test(text);
}

const NONCHARACTER = /\p{Noncharacter_Code_Point}/u;

/** The message for a new text that {@link isAcceptedText} refuses. */
export const NOT_ACCEPTED = "Must not contain NUL, lone surrogates or noncharacters such as U+FFFE.";

/**
 * Whether a new text is accepted: it can be stored, and has none of Unicode's noncharacters, which XML and so XLSX
 * files cannot contain. Lookups use `isStorableText`, so that a payment stored with one stays reachable.
 */
export function isAcceptedText(text: string): boolean {
  return isStorableText(text) && !NONCHARACTER.test(text);
}

export function isBlank(text: string): boolean {
  return text.trim() === "";
}

/** The longest reference, in code points (specification 8). */
export const MAX_REFERENCE_CODE_POINTS = 255;

/** Joins the values to hash (specification 5); a signed value must not contain it (decision 0024). */
export const HASH_SEPARATOR = "|";

/**
 * Returns the text with ordinary digits, spaces and hyphens, and without invisible characters: a number that is copied
 * from an address book has direction marks around it.
 */
export function plainlyWritten(text: string): string {
  return text
    .normalize("NFKC")
    .replace(/\p{Cf}/gu, "")
    .replace(/\p{Nd}/gu, digitOf)
    .replace(/\p{Pd}|\u2212/gu, "-")
    .replace(/\s/gu, " ")
    .trim();
}

/** What lists and sentences put around an identifier. */
const AROUND = /^[\s,;"'`\u2018-\u201f]+|(?<![\s,;"'`\u2018-\u201f])[\s,;"'`\u2018-\u201f]+$/gu;

/**
 * A copied identifier without invisible characters, and without the commas, semicolons and quotation marks around it. An
 * identifier may have each of them, so the text as it was copied comes first. Never empty for a text that is not.
 */
export function withoutCopiedSigns(text: string): string {
  const trimmed = text.trim();
  return (
    trimmed
      .replace(/\p{Cf}/gu, "")
      .replace(/\s/gu, " ")
      .replace(AROUND, "") || trimmed
  );
}

/** The digits of a script follow each other from a zero whose code ends in 0 or, with digits up to F, in 6. */
function digitOf(digit: string): string {
  const code = digit.codePointAt(0) ?? 0;
  const low = code % 16;
  const beginsAt6 = /\p{Nd}/u.test(String.fromCodePoint(code - low + 15));
  return String(beginsAt6 ? low - 6 : low);
}

/** Used for a text that continues a sentence. Scripts without capitals are unchanged. */
export function lowerFirst(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1);
}
