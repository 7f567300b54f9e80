import { useSyncExternalStore } from "react";

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
 * The browser's time of day in milliseconds, renewed once a second by one timer for the whole page; null in the
 * server's paint, which cannot know when it will be looked at.
 */
export function useNow(): number | null {
  return useSyncExternalStore(
    subscribe,
    () => nowMs || null,
    () => null,
  );
}
