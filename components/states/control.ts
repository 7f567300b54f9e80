export type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

export function isTicked(control: Control): control is HTMLInputElement {
  return control instanceof HTMLInputElement && (control.type === "checkbox" || control.type === "radio");
}

/** React puts its own value back at hydration. */
export function isHydrated(control: Control): boolean {
  return Object.keys(control).some((key) => key.startsWith("__reactProps"));
}

/**
 * Sets a value as if it was typed: React reads the value through the setter of the element's class, and hears of it by
 * the event.
 */
export function setValue(control: Control, value: string): void {
  Reflect.set(Object.getPrototypeOf(control) as object, "value", value, control);
  reportChange(control);
}

export function reportChange(control: Control): void {
  control.dispatchEvent(new Event("input", { bubbles: true }));
  control.dispatchEvent(new Event("change", { bubbles: true }));
}
