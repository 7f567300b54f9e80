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
 * The browser's time of day in milliseconds, renewed once a second by one timer for the whole page. The first paint is of
 * the server's time, for its words must be the same; null where that is not known.
 */
export function useNow(): number | null {
  const firstMs = useFirstPaint()?.nowMs ?? null;
  return useSyncExternalStore(
    subscribe,
    // Once, for the time before the first tick: a snapshot has to stay what it is.
    () => (nowMs > 0 ? nowMs : (nowMs = Date.now())),
    () => firstMs,
  );
}
