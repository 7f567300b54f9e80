import { useSyncExternalStore, type RefObject } from "react";

/**
 * Whether a native popover or disclosure is open, by its element or by one inside it. Its state is read, not only its events: it opens without JavaScript, and
 * may have been opened before hydration. False on the server.
 */
export function useIsOpen(ref: RefObject<HTMLElement | null>): boolean {
  return useSyncExternalStore(
    (onChange) => {
      const element = around(ref);
      element?.addEventListener("toggle", onChange);
      return () => element?.removeEventListener("toggle", onChange);
    },
    () => around(ref)?.matches(":popover-open, details[open]") ?? false,
    () => false,
  );
}

function around(ref: RefObject<HTMLElement | null>): Element | null {
  return ref.current?.closest("[popover], details") ?? null;
}
