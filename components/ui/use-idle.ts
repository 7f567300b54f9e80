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
 * False on the server and after hydration until the browser is idle: for expensive rendering that changes nothing
 * visible. True at once for what renders only in the browser.
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
