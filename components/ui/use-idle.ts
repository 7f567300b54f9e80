import { useState, useSyncExternalStore } from "react";
import { useHydrated } from "./use-hydrated";
import { whenIdle } from "./when-idle";

let isSettled = false;
let isAsked = false;
const listeners = new Set<() => void>();

function settle(): void {
  isSettled = true;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  if (!isAsked) {
    isAsked = true;
    whenIdle(settle);
  }
  return () => listeners.delete(listener);
}

/**
 * False in the server's paint, and where the browser has taken it over, until it has a moment to spare: for what costs it time and
 * says the same. True at once for what the browser paints itself.
 */
export function useIdle(): boolean {
  const [isServersPaint] = useState(!useHydrated());
  const settled = useSyncExternalStore(
    subscribe,
    () => isSettled,
    () => false,
  );
  return settled || !isServersPaint;
}
