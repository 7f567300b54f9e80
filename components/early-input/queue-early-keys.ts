export type EarlyKeysOptions = {
  hydratedEvent: string;
  /** Reports that the page's shortcuts listen; never dispatched on a page without any. */
  shortcutsEvent: string;
  searchFieldId: string;
  /** Of localStorage: single keys are off while it is set. */
  keysOffItem: string;
};

/**
 * Runs inline before any other script (decision 0145), and is sent as its own source text: it may use nothing from
 * outside it. Holds single keys that are pressed before the shortcuts listen, and replays them then; `/` focuses the
 * search field at once where there is one.
 */
export function queueEarlyKeys(options: EarlyKeysOptions): void {
  const GIVE_UP_MS = 2_000;
  const keys: { press: KeyboardEventInit; focus: Element | null }[] = [];
  let isSlashTaken = false;

  const areKeysOff = (): boolean => {
    try {
      return localStorage.getItem(options.keysOffItem) !== null;
    } catch {
      return false;
    }
  };
  /** The first slash only focuses the field; in the field, a second one is typed. */
  const focusSearch = (event: KeyboardEvent, isTyped: boolean): boolean => {
    const field = document.getElementById(options.searchFieldId);
    if (!(field instanceof HTMLInputElement) || event.key !== "/" || isSlashTaken) return false;
    if (isTyped && (event.target !== field || field.value !== "")) return false;
    isSlashTaken = true;
    event.preventDefault();
    field.focus();
    field.select();
    return true;
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const { key, code, shiftKey, target } = event;
    if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing || event.repeat) return;
    if (areKeysOff() || document.querySelector("dialog[open], :popover-open") !== null) return;
    const isTyped =
      target instanceof Element &&
      target.closest("input, textarea, select, [contenteditable]:not([contenteditable=false])") !== null;
    if (focusSearch(event, isTyped) || isTyped) return;
    const isLetter = key !== " " && Array.from(key).length === 1;
    // What follows a slash is the text of a search on another page.
    const isOfSearch =
      keys.some(({ press }) => press.key === "/") && (key === "Enter" || key === "Backspace");
    if (!isLetter && !isOfSearch) return;
    event.preventDefault();
    keys.push({ press: { key, code, shiftKey, cancelable: true }, focus: document.activeElement });
  };
  const stop = (): void => {
    window.removeEventListener("keydown", onKeyDown, true);
    window.removeEventListener(options.shortcutsEvent, replay);
  };
  /** Each in a task of its own. A key acts on what has focus, so none is replayed after the focus has moved on. */
  const replay = (): void => {
    stop();
    const focus = document.activeElement;
    for (const key of keys.filter((held) => held.focus === focus))
      setTimeout(() => document.dispatchEvent(new KeyboardEvent("keydown", key.press)));
  };

  window.addEventListener("keydown", onKeyDown, true);
  window.addEventListener(options.shortcutsEvent, replay);
  // Shortcuts listen at the latest a moment after hydration.
  window.addEventListener(options.hydratedEvent, () => setTimeout(stop, GIVE_UP_MS), { once: true });
}
