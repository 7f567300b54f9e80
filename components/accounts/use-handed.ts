"use client";

import { useEffect, useEffectEvent } from "react";
import { type Handed, takeHanded } from "./hand-over";

/**
 * Takes what was handed to this page, once it is shown: it comes from another load of the page, so the server did not know of
 * it.
 */
export function useHanded(owner: string, onHanded: (handed: Handed) => void): void {
  const take = useEffectEvent(() => {
    const handed = takeHanded(owner);
    if (handed !== null) onHanded(handed);
  });
  useEffect(() => {
    const timer = setTimeout(take);
    return () => clearTimeout(timer);
  }, []);
}
