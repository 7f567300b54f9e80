import { type RefObject, useState } from "react";
import { useIsOpen } from "./use-is-open";

/**
 * Whether the disclosure around an element is open, or was: its content stays after closing, with what was typed. The
 * disclosure itself is the server's HTML, so that a page carries only what is inside, and that when it is needed.
 */
export function useWasOpened(inside: RefObject<HTMLElement | null>): boolean {
  const isOpen = useIsOpen(inside);
  const [wasOpened, setWasOpened] = useState(false);
  if (isOpen && !wasOpened) setWasOpened(true);
  return wasOpened;
}
