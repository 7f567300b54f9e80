import type { MentionView } from "./note-views";

/** An "@" being typed: where it is, and what follows it up to the caret. */
export type MentionQuery = { at: number; typed: string };

const UNFINISHED = /(?<![\p{L}\p{M}\p{N}_])@([^\n@]{0,60})$/u;

/** The mention that ends at the caret; null when there is none. */
export function mentionQueryAt(text: string, caret: number): MentionQuery | null {
  const match = UNFINISHED.exec(text.slice(0, caret));
  return match === null ? null : { at: match.index, typed: match[1] ?? "" };
}

/** The people with a word of their name that begins with the typed text. Empty when a whole name is typed. */
export function suggestPeople(
  people: readonly MentionView[],
  { typed }: MentionQuery,
  limit: number,
): MentionView[] {
  const wanted = typed.toLowerCase();
  if (people.some(({ name }) => name.toLowerCase() === wanted.trimEnd())) return [];
  const isMeant = ({ name }: MentionView): boolean => {
    const lower = name.toLowerCase();
    return lower.startsWith(wanted) || lower.split(/\s+/).some((word) => word.startsWith(wanted));
  };
  return people.filter(isMeant).slice(0, limit);
}

/** The text with the mention completed, and the caret after it. */
export function completeMention(
  text: string,
  { at, typed }: MentionQuery,
  name: string,
): { text: string; caret: number } {
  const before = `${text.slice(0, at)}@${name} `;
  return { text: before + text.slice(at + 1 + typed.length).replace(/^ /, ""), caret: before.length };
}
