import { mayBeContact } from "@/lib/payments/search-terms";
import { SEARCH_KEY } from "./kept-keys";

/** `leftOut`: how many lines were not kept, because they may be contacts. */
type KeptSearch = { lines: readonly string[]; leftOut: number };
type Kept = KeptSearch & { personId: string };

/**
 * Keeps the lines of a search in the tab, for this person: a payment that it found is another load of the page, and so is
 * the way back. Never lines that may be contacts, which are kept nowhere but in memory, as in one account; and no result,
 * which may be another one by then (decision 0303).
 */
export function keepSearch(personId: string, lines: readonly string[]): void {
  const others = lines.filter((line) => !mayBeContact(line));
  const kept: Kept = { personId, lines: others, leftOut: lines.length - others.length };
  try {
    sessionStorage.setItem(SEARCH_KEY, JSON.stringify(kept));
  } catch {
    // The way back leads to an empty form where there is no storage.
  }
}

export function discardSearch(): void {
  try {
    sessionStorage.removeItem(SEARCH_KEY);
  } catch {
    // Nothing is kept where there is no storage.
  }
}

/** What this person has looked up last in this tab; null for nothing. That of another person is discarded. */
export function keptSearch(personId: string): KeptSearch | null {
  try {
    const text = sessionStorage.getItem(SEARCH_KEY);
    const kept: unknown = text === null ? null : JSON.parse(text);
    if (isKept(kept) && kept.personId === personId) return { lines: kept.lines, leftOut: kept.leftOut };
  } catch {
    return null;
  }
  discardSearch();
  return null;
}

/** Written by us, but perhaps by another version of the page. */
function isKept(kept: unknown): kept is Kept {
  return (
    typeof kept === "object" &&
    kept !== null &&
    "personId" in kept &&
    "leftOut" in kept &&
    typeof kept.leftOut === "number" &&
    "lines" in kept &&
    Array.isArray(kept.lines) &&
    kept.lines.every((line) => typeof line === "string" && !mayBeContact(line))
  );
}
