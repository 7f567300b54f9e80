"use client";

import { useEffect, useRef } from "react";
import { keepFocus } from "@/components/ui/keep-focus";
import { usePath } from "@/components/ui/use-path";

const CHECK_MS = 200;
const CHECKS = 50;

/** A link or dialog that opened another page is gone with the page it was on, or soon after; the title may come later. */
export function FocusAfterNavigation() {
  const path = usePath();
  const lastPath = useRef(path);
  useEffect(() => {
    if (lastPath.current === path) return undefined;
    lastPath.current = path;
    keepFocus();
    let left = CHECKS;
    const timer = setInterval(() => {
      left -= 1;
      if (keepFocus() || left === 0) clearInterval(timer);
    }, CHECK_MS);
    return () => clearInterval(timer);
  }, [path]);
  return null;
}
