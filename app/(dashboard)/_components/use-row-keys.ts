"use client";

import { useEffect } from "react";
import { onRowKey } from "./on-row-key";
import { areSingleKeysOn, isTyping, pressedKey } from "./pressed-key";

/** The letters that act on rows, for a page without the other shortcuts: it has no account, so no pages to go to. */
export function useRowKeys(): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent): void => {
      if (event.isComposing || isTyping(event.target) || !areSingleKeysOn()) return;
      if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
      const key = pressedKey(event);
      if (event.repeat && key !== "j" && key !== "k") return;
      if (document.querySelector("dialog[open]") === null && onRowKey(key)) event.preventDefault();
    };
    document.addEventListener("keydown", onKeyDown);
    return () => document.removeEventListener("keydown", onKeyDown);
  }, []);
}
