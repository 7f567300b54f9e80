import type { MouseEvent } from "react";

const CONTROLS = "a, button, input, label, select, summary, textarea";

/**
 * Lets a whole row or card open its link, the one with `data-opens`: for `onClick` and `onAuxClick`. The link stays the
 * only one for keys and screen readers, text can be selected, and the middle button opens a tab.
 */
export function openOwnLink(event: MouseEvent<HTMLElement>): void {
  const isMiddle = event.type === "auxclick";
  if (event.defaultPrevented || (isMiddle && event.button !== 1)) return;
  if (event.target instanceof Element && event.target.closest(CONTROLS) !== null) return;
  if (!isMiddle && window.getSelection()?.toString() !== "") return;
  const link = event.currentTarget.querySelector<HTMLAnchorElement>("a[data-opens]");
  if (link === null) return;
  if (isMiddle || event.ctrlKey || event.metaKey || event.shiftKey)
    window.open(link.href, "_blank", "noopener");
  else link.click();
}
