import { mayBeContact } from "../payments/search-terms";
import type { MentionView } from "./note-views";

/** A piece of a note's text. */
export type NotePart =
  | { kind: "text"; text: string }
  | { kind: "transaction" | "refund"; text: string; id: string }
  | { kind: "reference"; text: string; reference: string }
  | { kind: "mention"; text: string };

/** Transaction and refund ids within a text (decision 0030). */
const IDS = /(?<![\p{L}\p{N}_])(TXN|RFD)\d{21}(?![\p{L}\p{N}_])/giu;

/**
 * A merchant reference after "#". It can be any text, so only one with a digit counts, and what ends a sentence or a
 * bracket is no part of it. Nothing that may be a contact: a link would have it in its address (0246).
 */
const REFERENCES =
  /(?<![\p{L}\p{M}\p{N}_#&/])#([^\s#@|]{0,254}[\p{L}\p{M}\p{N}_])(?![\p{L}\p{M}\p{N}_.+-]*@[^\s@])/gu;
const DIGIT = /\p{N}/u;

/** Splits a note into plain text, ids and references that lead to their pages, and mentions of people. */
export function noteParts(text: string, mentions: readonly MentionView[]): NotePart[] {
  const found = [
    ...[...text.matchAll(IDS)].map((match): Found => {
      const id = match[0].toUpperCase();
      const kind = id.startsWith("TXN") ? "transaction" : "refund";
      return { at: match.index, length: match[0].length, part: { kind, text: match[0], id } };
    }),
    ...[...text.matchAll(REFERENCES)].flatMap((match): Found[] => {
      const [written, reference = ""] = match;
      if (!DIGIT.test(reference) || mayBeContact(reference)) return [];
      return [
        { at: match.index, length: written.length, part: { kind: "reference", text: written, reference } },
      ];
    }),
    ...mentionsIn(text, mentions).map(({ at, length }): Found => {
      const part: NotePart = { kind: "mention", text: text.slice(at, at + length) };
      return { at, length, part };
    }),
  ].toSorted((one, other) => one.at - other.at);

  const parts: NotePart[] = [];
  let end = 0;
  for (const { at, length, part } of found) {
    if (at < end) continue;
    if (at > end) parts.push({ kind: "text", text: text.slice(end, at) });
    parts.push(part);
    end = at + length;
  }
  if (end < text.length) parts.push({ kind: "text", text: text.slice(end) });
  return parts;
}

type Found = { at: number; length: number; part: NotePart };

const WORD = /[\p{L}\p{M}\p{N}_]/u;

/**
 * Where a text mentions these people: "@" and the whole name, any case. Of names that begin alike the longest counts,
 * so that "@Asha Rao" does not mention "Asha".
 */
export function mentionsIn(
  text: string,
  people: readonly MentionView[],
): { at: number; length: number; personId: string }[] {
  const byLength = people.toSorted((one, other) => other.name.length - one.name.length);
  const found: { at: number; length: number; personId: string }[] = [];
  for (let at = text.indexOf("@"); at !== -1; at = text.indexOf("@", at + 1)) {
    if (at > 0 && WORD.test(text[at - 1] ?? "")) continue;
    const person = byLength.find(({ name }) => {
      const after = at + 1 + name.length;
      // Compared piece by piece: a letter may have more characters in lower case.
      const isName = text.slice(at + 1, after).toLowerCase() === name.toLowerCase();
      return isName && !WORD.test(text[after] ?? "");
    });
    if (person !== undefined) found.push({ at, length: person.name.length + 1, personId: person.personId });
  }
  return found;
}
