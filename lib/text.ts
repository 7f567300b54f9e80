/** Length in code points, as limits count (specification 8, decision 0024): an emoji is one, though UTF-16 takes two units. */
export function codePointLength(text: string): number {
  let length = 0;
  for (const _ of text) length += 1;
  return length;
}

const NUL_OR_LONE_SURROGATE = /\0|\p{Surrogate}/u;

/**
 * True when a text can be stored and hashed as it stands: no NUL, which Postgres refuses, and no lone
 * surrogate, which UTF-8 cannot write, so that two different texts would become one (decision 0026).
 */
export function isStorableText(text: string): boolean {
  return !NUL_OR_LONE_SURROGATE.test(text);
}

const NONCHARACTER = /\p{Noncharacter_Code_Point}/u;

/** What is wrong with a new text that {@link isAcceptedText} refuses. */
export const NOT_ACCEPTED = "Must not contain NUL, lone surrogates or noncharacters such as U+FFFE.";

/**
 * True when a new text is taken: it can be stored, and holds none of Unicode's noncharacters, which XML and so an XLSX file
 * cannot hold. What is only looked up is judged by `isStorableText`: a payment that was stored with one stays reachable.
 */
export function isAcceptedText(text: string): boolean {
  return isStorableText(text) && !NONCHARACTER.test(text);
}

export function isBlank(text: string): boolean {
  return text.trim() === "";
}

/** The longest reference, in code points (specification 8). */
export const MAX_REFERENCE_CODE_POINTS = 255;

/** The sign that joins what is hashed (specification 5); a signed value must not hold it (decision 0024). */
export const HASH_SEPARATOR = "|";
