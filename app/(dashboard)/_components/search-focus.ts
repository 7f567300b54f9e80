/** The id of the search field, which `/` focuses. */
export const SEARCH_FIELD_ID = "merchant-reference";

/** Gives up on a page that does not load in this time: keys work normally again. */
const AWAITED_AT_MOST_MS = 10_000;

/** The text typed after `/` until the page with the search has loaded. */
let awaited: { text: string; isSubmitted: boolean; end: () => void } | null = null;

/** Searches for a text on the page that has the search, without putting it into an address. */
export function submitSearch(text: string, goToSearch: () => void): void {
  focusSearch(goToSearch);
  if (awaited === null) submitIn(findField(), text);
  else Object.assign(awaited, { text, isSubmitted: true });
}

export function isSearchAwaited(): boolean {
  return awaited !== null;
}

/** Whether the target of a key press is the empty search field. */
export function isEmptySearch(target: EventTarget | null): boolean {
  return target instanceof HTMLInputElement && target.id === SEARCH_FIELD_ID && target.value === "";
}

/** Focuses the search field of this page, or opens the page that has one and transfers the text typed meanwhile. */
export function focusSearch(goToSearch: () => void): void {
  const field = findField();
  if (field !== null) {
    field.focus();
    field.select();
    return;
  }
  const observer = new MutationObserver(() => handOver());
  const limit = setTimeout(() => awaited?.end(), AWAITED_AT_MOST_MS);
  awaited = {
    text: "",
    isSubmitted: false,
    end: () => {
      observer.disconnect();
      clearTimeout(limit);
      awaited = null;
    },
  };
  observer.observe(document.body, { childList: true, subtree: true });
  goToSearch();
}

/**
 * Stores a key press for the search page that is loading; false for keys that are no text. Escape discards the text.
 */
export function typeAhead(event: KeyboardEvent): boolean {
  if (awaited === null || event.isComposing || event.ctrlKey || event.metaKey || event.altKey) return false;
  if (event.key === "Escape") {
    awaited.end();
    return true;
  }
  if (event.key === "Enter") awaited.isSubmitted = true;
  else if (event.key === "Backspace") awaited.text = [...awaited.text].slice(0, -1).join("");
  else if ([...event.key].length === 1) awaited.text += event.key;
  else return false;
  return true;
}

function handOver(): void {
  const field = findField();
  if (field === null || awaited === null) return;
  const { text, isSubmitted, end } = awaited;
  end();
  field.focus();
  if (isSubmitted && text.trim() !== "") submitIn(field, text);
  else if (text !== "") field.value = text;
}

function submitIn(field: HTMLInputElement | null, text: string): void {
  if (field === null) return;
  field.value = text;
  field.form?.requestSubmit();
}

function findField(): HTMLInputElement | null {
  const field = document.getElementById(SEARCH_FIELD_ID);
  return field instanceof HTMLInputElement ? field : null;
}
