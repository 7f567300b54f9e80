/** The id of the search field on top of every page. */
export const SEARCH_FIELD_ID = "search-payments";

/** Searches for a text as if it was typed into the field, so that it gets into no address. */
export function submitSearch(text: string): void {
  const field = findField();
  if (field === null) return;
  field.value = text;
  field.form?.requestSubmit();
}

/** False for a person without a search. */
export function focusSearch(): boolean {
  const field = findField();
  field?.focus();
  field?.select();
  return field !== null;
}

function findField(): HTMLInputElement | null {
  const field = document.getElementById(SEARCH_FIELD_ID);
  return field instanceof HTMLInputElement ? field : null;
}
