"use client";

import { useEffect, useEffectEvent } from "react";
import { useRouter } from "@/components/ui/use-router";
import type { Role } from "@/lib/can";
import { usePageAccount } from "@/components/ui/page-account";
import { pagesOf } from "./navigation";
import { onRowKey } from "./on-row-key";
import { areSingleKeysOn, isTyping, pressedKey } from "./pressed-key";
import { focusSearch } from "./search/search-focus";

/** How long `g` waits for its letter. */
const GO_WAIT_MS = 1_500;

type Shortcuts = {
  role: Role;
  onPalette: () => void;
  onKeys: () => void;
  /** A modifier is pressed: the palette may open next. */
  onAboutToOpen: () => void;
};

/**
 * The global shortcuts. Single keys never fire while the person types, and none fires in a dialog: it would navigate
 * away from the dialog.
 */
export function useShortcuts({ role, onPalette, onKeys, onAboutToOpen }: Shortcuts): void {
  const router = useRouter();
  const slug = usePageAccount();

  const goTo = (key: string): boolean => {
    const found = pagesOf({ role, slug }).find((page) => page.key === key);
    if (found !== undefined) router.push(found.href);
    return found !== undefined;
  };

  const onSingleKey = useEffectEvent((key: string, isAfterG: boolean): boolean => {
    if (isAfterG && goTo(key)) return true;
    if (key === "/") return focusSearch();
    if (key === "?") onKeys();
    else return false;
    return true;
  });
  const onChord = useEffectEvent(onPalette);
  const onModifier = useEffectEvent(onAboutToOpen);

  useEffect(() => {
    let isAfterG = false;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const forgetG = (): void => {
      clearTimeout(timer);
      isAfterG = false;
    };

    const onKeyDown = (event: KeyboardEvent): void => {
      if (event.key === "Control" || event.key === "Meta") onModifier();
      if (event.isComposing || document.querySelector("dialog[open]") !== null) return;
      const key = pressedKey(event);
      const hasModifier = event.ctrlKey || event.metaKey;
      if (hasModifier && !event.altKey && !event.shiftKey && key === "k") {
        event.preventDefault();
        onChord();
        return;
      }
      if (hasModifier || event.altKey || !areSingleKeysOn()) return;
      if (isTyping(event.target)) return;
      const wasAfterG = isAfterG;
      forgetG();
      const mayAct = !wasAfterG && !event.shiftKey && (!event.repeat || key === "j" || key === "k");
      // None of them after `g`, which announces a page to go to.
      if (onSingleKey(key, wasAfterG) || (mayAct && onRowKey(key))) event.preventDefault();
      else if (key === "g" && !wasAfterG) {
        isAfterG = true;
        timer = setTimeout(forgetG, GO_WAIT_MS);
      }
    };

    document.addEventListener("keydown", onKeyDown);
    return () => {
      forgetG();
      document.removeEventListener("keydown", onKeyDown);
    };
  }, []);
}
