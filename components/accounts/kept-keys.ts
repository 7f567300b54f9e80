/** Where the tab keeps what a page of all accounts hands over, until a page takes it. */
export const HANDED_KEY = "paydeck.handed";
/** Where it keeps what was looked up last in all accounts. */
export const SEARCH_KEY = "paydeck.search-of-all";

/** Removes what the tab keeps of these pages: references may be personal, and the next person may be another one. */
export function discardKept(): void {
  try {
    for (const key of [HANDED_KEY, SEARCH_KEY]) sessionStorage.removeItem(key);
  } catch {
    // Nothing is kept where there is no storage.
  }
}
