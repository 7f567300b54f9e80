/** Where the search field is on the page; `/` goes there. */
export const SEARCH_FIELD_ID = "merchant-reference";

type KeyPress = Pick<KeyboardEvent, "key" | "code">;

/**
 * Which key was meant, as the English layout has it: on a Hindi or Arabic one the letters say something else, and then the
 * place of the key decides.
 */
export function pressedKey({ key, code }: KeyPress): string {
  if (/^[\x20-\x7e]$/.test(key)) return key.toLowerCase();
  if (key.length !== 1) return key;
  if (code.startsWith("Key")) return code.slice("Key".length).toLowerCase();
  return code === "Slash" ? "/" : key;
}

/** Whether a key is a character of what somebody writes, rather than a word to the page. */
export function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || ["INPUT", "TEXTAREA", "SELECT"].includes(target.tagName))
  );
}

const OFF_KEY = "paydeck.single-keys-off";

/** Single keys can be switched off, for those whom they disturb (WCAG 2.1.4): speech input types letters too. */
export function areSingleKeysOn(): boolean {
  try {
    return localStorage.getItem(OFF_KEY) === null;
  } catch {
    return true;
  }
}

export function switchSingleKeys(isOn: boolean): void {
  try {
    if (isOn) localStorage.removeItem(OFF_KEY);
    else localStorage.setItem(OFF_KEY, "1");
  } catch {
    // A browser that keeps nothing keeps them on.
  }
}
