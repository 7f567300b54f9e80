import { mayBeContact } from "../payments/search-terms";
import { mentionsIn } from "./mentions";
import type { MentionView, NotePart } from "./note-views";

/** Transaction and refund ids within a text (decision 0030). */
const IDS = /(?<![\p{L}\p{N}_])(TXN|RFD)\d{21}(?![\p{L}\p{N}_])/giu;

/**
 * A merchant reference after "#". It can be any text, so only one with a digit counts, and what ends a sentence or a
 * bracket is no part of it. Nothing that may be a contact: a link would have it in its address (0246).
 */
const REFERENCES =
  /(?<![\p{L}\p{M}\p{N}_#&/])#([^\s#@|]{0,254}[\p{L}\p{M}\p{N}_])(?![\p{L}\p{M}\p{N}_.+-]*@[^\s@])/gu;
const DIGIT = /\p{N}/u;

/**
 * Splits a note into plain text, ids and references that lead to their pages, and mentions of people. On the server: what
 * may be a contact takes more rules than a page should load.
 */
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
