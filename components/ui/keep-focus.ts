/**
 * Moves focus to the page's title when what had it is gone: the keyboard and screen readers would begin at the top of
 * the frame. To the content where there is no title, or only that of a skeleton, which is gone in a moment too; false then,
 * because the title may come.
 */
export function keepFocus(): boolean {
  const content = document.getElementById("content");
  const { activeElement, body } = document;
  if (activeElement !== body && activeElement !== content) return true;
  const title = document.querySelector<HTMLElement>("#content h1:not([role=status] *)");
  if (title !== null) title.tabIndex = -1;
  (title ?? content)?.focus({ preventScroll: true });
  return title !== null;
}
