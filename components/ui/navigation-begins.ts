/** What wants to know that the person goes to another page of Paydeck, before that page is there. */
const listeners = new Set<() => void>();

/** Returns the function that stops it. */
export function onNavigation(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** Called by our links and our router; the browser tells of its own Back and Forward. */
export function navigationBegins(): void {
  for (const listener of listeners) listener();
}
