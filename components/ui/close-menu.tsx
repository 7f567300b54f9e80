"use client";

import { useEffect, useRef } from "react";

/** Closes the disclosure around it like a menu: by Escape, by a link inside, and by a click elsewhere. */
export function CloseMenu() {
  const place = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    const menu = place.current?.closest("details") ?? null;
    if (menu === null) return;
    const listening = new AbortController();
    const { signal } = listening;
    const onClick = ({ target }: MouseEvent): void => {
      if (!(target instanceof Element)) return;
      if (!menu.contains(target) || target.closest("a") !== null) menu.open = false;
    };
    const onKey = ({ key }: KeyboardEvent): void => {
      if (key !== "Escape" || !menu.open) return;
      menu.open = false;
      menu.querySelector("summary")?.focus();
    };
    document.addEventListener("click", onClick, { signal });
    document.addEventListener("keydown", onKey, { signal });
    return () => listening.abort();
  }, []);
  return <span ref={place} hidden />;
}
