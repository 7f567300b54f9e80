import { useSyncExternalStore } from "react";

const never = (): (() => void) => () => undefined;

/** False on the server and during hydration, so that both render the same; then true. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}
