import { useSyncExternalStore } from "react";
import { useFirstPaint } from "./first-paint";

const TICK_MS = 1_000;

/** A browser's clock may be minutes off, and every age with it. Less is the time that a page takes. */
const TRUSTED_MS = 30_000;

let nowMs = 0;
let offsetMs = 0;
let timer: ReturnType<typeof setInterval> | undefined;
const listeners = new Set<() => void>();

function tick(): void {
  nowMs = Date.now() + offsetMs;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  if (timer === undefined) {
    timer = setInterval(tick, TICK_MS);
    tick();
  }
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
}

let isCompared = false;

/**
 * Once a document, with the server's time of its first page. That came with the document, or just now when the page was opened
 * from another one: the nearer of the two is meant.
 */
function compareClocks(serverMs: number): void {
  if (isCompared) return;
  isCompared = true;
  const arrivals = performance
    .getEntriesByType("navigation")
    .map((entry) => performance.timeOrigin + (entry as PerformanceNavigationTiming).responseStart);
  const differences = [...arrivals, Date.now()].map((at) => serverMs - at);
  const differenceMs = differences.reduce((a, b) => (Math.abs(a) < Math.abs(b) ? a : b));
  if (Math.abs(differenceMs) > TRUSTED_MS) offsetMs = differenceMs;
}

/**
 * The time in milliseconds, by the server's clock where the browser's differs, updated every second by one timer for the whole page. The first render uses the
 * server's time, so that hydration matches; null where that is not known.
 */
export function useNow(): number | null {
  const firstMs = useFirstPaint()?.nowMs ?? null;
  if (firstMs !== null && typeof window !== "undefined") compareClocks(firstMs);
  return useSyncExternalStore(
    subscribe,
    // Set once before the first tick: a snapshot must be stable.
    () => (nowMs > 0 ? nowMs : (nowMs = Date.now() + offsetMs)),
    () => firstMs,
  );
}
