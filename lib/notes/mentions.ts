import type { MentionView } from "./note-views";

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
  // A text of signs alone would otherwise be compared with everybody at each of them.
  const byInitial = new Map<string, MentionView[]>();
  for (const person of byLength) {
    const initial = initialOf(person.name);
    byInitial.set(initial, [...(byInitial.get(initial) ?? []), person]);
  }
  const found: { at: number; length: number; personId: string }[] = [];
  for (let at = text.indexOf("@"); at !== -1; at = text.indexOf("@", at + 1)) {
    if (at > 0 && WORD.test(text[at - 1] ?? "")) continue;
    const person = byInitial.get(initialOf(text[at + 1] ?? ""))?.find(({ name }) => {
      const after = at + 1 + name.length;
      // Compared piece by piece: a letter may have more characters in lower case.
      const isName = text.slice(at + 1, after).toLowerCase() === name.toLowerCase();
      return isName && !WORD.test(text[after] ?? "");
    });
    if (person !== undefined) found.push({ at, length: person.name.length + 1, personId: person.personId });
  }
  return found;
}

const initialOf = (text: string): string => text.slice(0, 1).toLowerCase().slice(0, 1);
