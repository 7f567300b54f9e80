import { flushSync } from "react-dom";

const FOCUSABLE = "button, input, select, textarea, a[href]";

/** Removes a row by its own button: the focus moves to what follows, or to what stands before, and does not leave the dialog. */
export function removeKeepingFocus(button: HTMLElement, remove: () => void): void {
  const around = [...(button.closest("dialog, main")?.querySelectorAll<HTMLElement>(FOCUSABLE) ?? [])];
  const place = around.indexOf(button);
  flushSync(remove);
  if (button.isConnected) return;
  const isThere = (one: HTMLElement): boolean => one.isConnected && !one.matches(":disabled");
  (around.slice(place).find(isThere) ?? around.slice(0, place).findLast(isThere))?.focus();
}
