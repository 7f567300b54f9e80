import { useEffect, useRef, type RefObject } from "react";
import { usePath } from "@/components/ui/use-path";

/**
 * Closes a popover after navigation. Not at hydration: a popover opens without JavaScript, and one that was opened before
 * stays open.
 */
export function useCloseOnNavigation(popover: RefObject<HTMLElement | null>): void {
  const pathname = usePath();
  const lastPathname = useRef(pathname);
  useEffect(() => {
    if (lastPathname.current === pathname) return;
    lastPathname.current = pathname;
    closePopover(popover.current);
  }, [pathname, popover]);
}

export function closePopover(popover: HTMLElement | null): void {
  if (popover?.matches(":popover-open")) popover.hidePopover();
}
