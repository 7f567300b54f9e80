import { codePointLength } from "@/lib/text";

/** Counted in code points: a subject begins with the name, and still has to say what happened. */
const MAX_LENGTH = 40;
/** How much of a cut name's end is kept: names of one merchant's accounts often begin alike and differ at their end. */
const END_LENGTH = 13;

/**
 * An account's name in brackets, for the beginning of a subject or title, with a space after it; nothing for null. The
 * name is a text of people: it gets no line of its own, turns no text around it, and cannot close the brackets.
 */
export function accountInFront(name: string | null): string {
  return name === null ? "" : `[${shorten(oneLine(name).replaceAll("[", "(").replaceAll("]", ")"))}] `;
}

/** Removes line breaks, control characters, and characters that turn the direction of a text. */
export function oneLine(text: string): string {
  return text
    .replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, " ")
    .replace(/\p{Bidi_Control}/gu, "")
    .replace(/ {2,}/g, " ")
    .trim();
}

function shorten(text: string): string {
  if (codePointLength(text) <= MAX_LENGTH) return text;
  const points = [...text];
  const start = points.slice(0, MAX_LENGTH - END_LENGTH - 1).join("");
  return `${start}…${points.slice(-END_LENGTH).join("")}`;
}
