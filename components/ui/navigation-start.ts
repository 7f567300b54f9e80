/** Tells within the page that a navigation has been asked for: what is still being looked up for this page is then late. */
const navigations = new EventTarget();

export function announceNavigation(): void {
  navigations.dispatchEvent(new Event("start"));
}

/** By a link, by code, and by the browser's Back and Forward. Returns how to stop listening. */
export function onNavigationStart(listener: () => void): () => void {
  navigations.addEventListener("start", listener);
  window.addEventListener("popstate", listener);
  return () => {
    navigations.removeEventListener("start", listener);
    window.removeEventListener("popstate", listener);
  };
}
