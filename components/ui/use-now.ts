import { useSyncExternalStore } from "react";
import { useFirstPaint } from "./first-paint";

const TICK_MS = 1_000;

let nowMs = 0;
let timer: ReturnType<typeof setInterval> | undefined;
const listeners = new Set<() => void>();

function tick(): void {
  nowMs = Date.now();
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

/**
 * The browser's time in milliseconds, updated every second by one timer for the whole page. The first render uses the
 * server's time, so that hydration matches; null where that is not known.
 */
export function useNow(): number | null {
  const firstMs = useFirstPaint()?.nowMs ?? null;
  return useSyncExternalStore(
    subscribe,
    // Set once before the first tick: a snapshot must be stable.
    () => (nowMs > 0 ? nowMs : (nowMs = Date.now())),
    () => firstMs,
  );
}
