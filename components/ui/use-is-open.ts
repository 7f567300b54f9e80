import { useSyncExternalStore, type RefObject } from "react";

/**
 * Whether a native popover or disclosure is open. Its state is read, not only its events: it opens without JavaScript, and
 * may have been opened before hydration. False on the server.
 */
export function useIsOpen(ref: RefObject<HTMLElement | null>): boolean {
  return useSyncExternalStore(
    (onChange) => {
      const element = ref.current;
      element?.addEventListener("toggle", onChange);
      return () => element?.removeEventListener("toggle", onChange);
    },
    () => ref.current?.matches(":popover-open, details[open]") ?? false,
    () => false,
  );
}
