const LATEST_MS = 1_000;
/** The delay in browsers without `requestIdleCallback`. */
const OTHERWISE_MS = 200;

/** Calls `then` when the browser is idle, within a second at most; returns a function that cancels it. */
export function whenIdle(then: () => void): () => void {
  if (!("requestIdleCallback" in window)) {
    const timer = setTimeout(then, OTHERWISE_MS);
    return () => clearTimeout(timer);
  }
  const idle = window.requestIdleCallback(then, { timeout: LATEST_MS });
  return () => window.cancelIdleCallback(idle);
}
