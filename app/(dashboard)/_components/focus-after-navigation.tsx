"use client";

import { useEffect, useRef } from "react";
import { keepFocus } from "@/components/ui/keep-focus";
import { usePath } from "@/components/ui/use-path";

/** A link or dialog that opened another page is gone with the page it was on. */
export function FocusAfterNavigation() {
  const path = usePath();
  const lastPath = useRef(path);
  useEffect(() => {
    if (lastPath.current === path) return;
    lastPath.current = path;
    keepFocus();
  }, [path]);
  return null;
}
