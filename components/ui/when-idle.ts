const LATEST_MS = 1_000;
/** Where a browser does not tell when it is idle. */
const OTHERWISE_MS = 200;

/** Calls `then` when the browser has nothing more urgent to do, within a second; returns what takes it back. */
export function whenIdle(then: () => void): () => void {
  if (!("requestIdleCallback" in window)) {
    const timer = setTimeout(then, OTHERWISE_MS);
    return () => clearTimeout(timer);
  }
  const idle = window.requestIdleCallback(then, { timeout: LATEST_MS });
  return () => window.cancelIdleCallback(idle);
}
