import { useSyncExternalStore } from "react";

const never = (): (() => void) => () => undefined;

/** False in the server's paint and while the browser takes it over, true from then on: both paint the same. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}
