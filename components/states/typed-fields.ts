import { type Control, isHydrated, isTicked, setValue } from "./control";

/** What was typed into a page, from the end of a session until the same person is back (decision 0374). */
export const TYPED_KEY = "paydeck.typed";

const MAX_FIELDS = 500;

type TypedField = { key: string; value: string; isChecked: boolean | null };
type Kept = { owner: string; path: string; fields: TypedField[] };

/** A file cannot be kept, and a secret must not be; one that is shown while it is typed has `data-secret`. */
const NOT_KEPT = new Set(["password", "file", "hidden", "submit", "button", "reset", "image"]);

/**
 * The fields as they were at the last press, unless something was typed since; and those of a press whose outcome is
 * the end of the session.
 */
let atPress: TypedField[] = [];
let held: TypedField[] = [];

/**
 * Reads the fields at each press, before anything is sent: when the outcome is there, React has reset the form, or the notice is in
 * its place. Returns what ends it.
 */
export function watchPresses(): () => void {
  const onPress = (): void => {
    atPress = fieldsNow();
  };
  const onInput = ({ isTrusted }: Event): void => {
    if (isTrusted) [atPress, held] = [[], []];
  };
  const watched = [
    ["click", onPress],
    ["submit", onPress],
    ["input", onInput],
  ] as const;
  for (const [event, listener] of watched) document.addEventListener(event, listener, true);
  return () => {
    for (const [event, listener] of watched) document.removeEventListener(event, listener, true);
    [atPress, held] = [[], []];
  };
}

/** Keeps the fields of the press that had this outcome, and not those of the press of the link. */
export function holdPressed(): void {
  held = atPress;
}

export function keepTyped(owner: string, path: string): void {
  const fields = new Map([...fieldsNow(), ...held].map((field) => [field.key, field]));
  try {
    const kept: Kept = { owner, path, fields: [...fields.values()] };
    sessionStorage.setItem(TYPED_KEY, JSON.stringify(kept));
  } catch {
    // The page opens with nothing typed where there is no storage.
  }
}

/** What was kept for this page, once. Whatever is another person's or page's is discarded. */
export function takeTyped(owner: string, path: string): Map<string, TypedField> {
  try {
    const text = sessionStorage.getItem(TYPED_KEY);
    sessionStorage.removeItem(TYPED_KEY);
    const kept = text === null ? null : (JSON.parse(text) as Kept);
    const isMeant = kept?.owner === owner && kept.path === path;
    return new Map(isMeant ? kept.fields.map((field) => [field.key, field]) : []);
  } catch {
    return new Map();
  }
}

/**
 * Puts what was typed into the controls that are there and ready, and returns how many are still to come: a dialog that is not
 * open yet, or a field that a response brings.
 */
export function restoreTyped(typed: Map<string, TypedField>): number {
  for (const [key, control] of controls()) {
    const field = typed.get(key);
    if (field === undefined || !isHydrated(control)) continue;
    typed.delete(key);
    if (isTicked(control)) {
      if (field.isChecked !== null && control.checked !== field.isChecked && !control.disabled)
        control.click();
    } else if (control.value !== field.value && !control.disabled) {
      setValue(control, field.value);
    }
  }
  return typed.size;
}

function fieldsNow(): TypedField[] {
  return [...controls()].slice(0, MAX_FIELDS).map(([key, control]) => ({
    key,
    value: control.value,
    isChecked: isTicked(control) ? control.checked : null,
  }));
}

/** Each control with a key that is the same in the next load of the page: its form's name or dialog's title, its own name, and its place among equals. */
function* controls(): Generator<[string, Control]> {
  const counts = new Map<string, number>();
  for (const control of document.querySelectorAll<Control>("form :is(input, textarea, select)")) {
    if (NOT_KEPT.has(control.type) || "secret" in control.dataset) continue;
    if (/password|one-time-code/u.test(control.autocomplete)) continue;
    const form =
      control.form?.getAttribute("aria-label") ??
      control.closest("dialog")?.querySelector("h2")?.textContent ??
      "";
    const name =
      control.name || control.getAttribute("aria-label") || (control.labels?.[0]?.textContent ?? "");
    const base = JSON.stringify([form, name, isTicked(control) ? control.value : ""]);
    const count = counts.get(base) ?? 0;
    counts.set(base, count + 1);
    yield [`${base} ${String(count)}`, control];
  }
}
