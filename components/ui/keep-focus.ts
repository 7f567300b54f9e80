/**
 * Moves focus to the page's title when what had it is gone: the keyboard and screen readers would begin at the top of
 * the frame. To the content where there is no title, or only that of a skeleton, which is gone in a moment too.
 */
export function keepFocus(): void {
  const { activeElement, body } = document;
  if (activeElement !== null && activeElement !== body) return;
  const content = document.getElementById("content");
  const title = content?.querySelector("h1") ?? null;
  const target = title === null || title.closest("[role=status]") !== null ? content : title;
  if (target === null) return;
  target.tabIndex = -1;
  target.classList.add("outline-none");
  target.focus({ preventScroll: true });
}
