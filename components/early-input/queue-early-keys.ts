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
  /**
   * The event goes no further: React hydrates the page in the middle of a key press that it sees, and the shortcuts, which
   * listen from then on, would get the same press again with its replay.
   */
  const hold = (event: KeyboardEvent): void => {
    event.preventDefault();
    event.stopImmediatePropagation();
  };
  /** The first slash only focuses the field; in the field, a second one is typed. */
  const focusSearch = (event: KeyboardEvent, isTyped: boolean): boolean => {
    const field = document.getElementById(options.searchFieldId);
    if (!(field instanceof HTMLInputElement) || event.key !== "/" || isSlashTaken) return false;
    if (isTyped && (event.target !== field || field.value !== "")) return false;
    isSlashTaken = true;
    hold(event);
    field.focus();
    field.select();
    return true;
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const { key, code, shiftKey, target } = event;
    const hasModifier = event.ctrlKey || event.metaKey || event.altKey;
    if (!event.isTrusted || hasModifier || event.isComposing) return;
    if (areKeysOff() || document.querySelector("dialog[open], :popover-open") !== null) return;
    const isTyped =
      target instanceof Element &&
      target.closest("input, textarea, select, [contenteditable]:not([contenteditable=false])") !== null;
    if (focusSearch(event, isTyped) || isTyped) return;
    // What follows a slash is the text of a search on another page, until the focus moves on.
    const slash = keys.find(({ press }) => press.key === "/");
    const isOfSearch = slash !== undefined && slash.focus === document.activeElement;
    const isCharacter = Array.from(key).length === 1;
    const isHeld = isOfSearch
      ? isCharacter || /^(Enter|Backspace|Escape)$/.test(key)
      : isCharacter && key !== " " && !event.repeat;
    if (!isHeld) return;
    hold(event);
    keys.push({ press: { key, code, shiftKey, cancelable: true }, focus: document.activeElement });
  };
  const stop = (): void => {
    window.removeEventListener("keydown", onKeyDown, true);
    window.removeEventListener(options.shortcutsEvent, replay);
  };
  /**
   * All in one task, after the effects of the page: a key that is pressed meanwhile comes after them, and none is left for
   * another page that the first ones lead to. A key acts on what has focus, so none is replayed after the focus has moved on.
   */
  const replay = (): void => {
    setTimeout(() => {
      stop();
      const focus = document.activeElement;
      for (const { press } of keys.filter((held) => held.focus === focus))
        document.dispatchEvent(new KeyboardEvent("keydown", press));
    });
  };

  window.addEventListener("keydown", onKeyDown, true);
  window.addEventListener(options.shortcutsEvent, replay);
  // Shortcuts listen at the latest a moment after hydration.
  window.addEventListener(options.hydratedEvent, () => setTimeout(stop, GIVE_UP_MS), { once: true });
}
