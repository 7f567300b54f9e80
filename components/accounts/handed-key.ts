/** Where the tab keeps what a page of all accounts hands over, until a page takes it. */
export const HANDED_KEY = "paydeck.handed";

/** Removes what no page took: references may be personal, and the next person may be another one. */
export function discardHanded(): void {
  try {
    sessionStorage.removeItem(HANDED_KEY);
  } catch {
    // Without storage there is nothing.
  }
}
