/** The item of localStorage that turns single keys off while it is set. */
const KEYS_OFF_ITEM = "paydeck.single-keys-off";

type KeyPress = Pick<KeyboardEvent, "key" | "code">;

/**
 * The key in the English layout: for a layout without Latin letters, such as Hindi or Arabic, the physical key decides.
 */
export function pressedKey({ key, code }: KeyPress): string {
  if (/^[\x20-\x7e]$/.test(key)) return key.toLowerCase();
  if (key.length !== 1) return key;
  if (code.startsWith("Key")) return code.slice("Key".length).toLowerCase();
  return code === "Slash" ? "/" : key;
}

/** Whether a key press is text input, not a shortcut. */
export function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || ["INPUT", "TEXTAREA", "SELECT"].includes(target.tagName))
  );
}

/** Single keys can be switched off (WCAG 2.1.4), because speech input types letters too. */
export function areSingleKeysOn(): boolean {
  try {
    return localStorage.getItem(KEYS_OFF_ITEM) === null;
  } catch {
    return true;
  }
}

export function switchSingleKeys(isOn: boolean): void {
  try {
    if (isOn) localStorage.removeItem(KEYS_OFF_ITEM);
    else localStorage.setItem(KEYS_OFF_ITEM, "1");
  } catch {
    // Single keys stay on where there is no storage.
  }
}
