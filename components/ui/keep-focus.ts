/**
 * Moves focus to the page's title when what had it is gone: the keyboard and screen readers would begin at the top of
 * the frame. To the content where there is no title, or only that of a skeleton, which is gone in a moment too.
 */
export function keepFocus(): void {
  if (document.activeElement !== document.body) return;
  const title = document.querySelector<HTMLElement>("#content h1:not([role=status] *)");
  if (title !== null) title.tabIndex = -1;
  (title ?? document.getElementById("content"))?.focus({ preventScroll: true });
}
