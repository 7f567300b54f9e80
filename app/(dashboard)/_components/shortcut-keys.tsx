"use client";

import { useRouter } from "next/navigation";
import { useEffect } from "react";
import { paths } from "@/lib/paths";

/** Where the search field is on the page; `/` goes there. */
export const SEARCH_FIELD_ID = "merchant-reference";

/** `/` puts the cursor into the search, from any page; inside a field or a dialog it is just a character. */
export function ShortcutKeys() {
  const router = useRouter();

  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent): void => {
      if (event.key !== "/" || event.ctrlKey || event.metaKey || event.altKey) return;
      if (isTyping(event.target) || document.querySelector("dialog[open]") !== null) return;
      event.preventDefault();
      const field = document.getElementById(SEARCH_FIELD_ID);
      if (!(field instanceof HTMLInputElement)) {
        router.push(paths.payments());
        return;
      }
      field.focus();
      field.select();
    };
    document.addEventListener("keydown", onKeyDown);
    return () => document.removeEventListener("keydown", onKeyDown);
  }, [router]);

  return null;
}

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || ["INPUT", "TEXTAREA", "SELECT"].includes(target.tagName))
  );
}
