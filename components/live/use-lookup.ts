"use client";

import { useCallback, useEffect, useRef, useState } from "react";
import { onNavigationStart } from "@/components/ui/navigation-start";

/**
 * A read that a person asks for and that may open a page. It runs outside any transition, so that links work meanwhile, and it
 * is dropped when a newer one begins or when the person goes elsewhere: a late answer must not take them away from there.
 */
export function useLookup() {
  const [isLooking, setIsLooking] = useState(false);
  const current = useRef<AbortController | null>(null);

  const drop = useCallback((): void => {
    current.current?.abort();
    current.current = null;
    setIsLooking(false);
  }, []);
  useEffect(() => {
    const stopListening = onNavigationStart(drop);
    return () => {
      stopListening();
      drop();
    };
  }, [drop]);

  /** Null when it was dropped. */
  const lookUp = useCallback(async <T>(ask: (signal: AbortSignal) => Promise<T>): Promise<T | null> => {
    current.current?.abort();
    const own = new AbortController();
    current.current = own;
    setIsLooking(true);
    const isDropped = (): boolean => current.current !== own;
    try {
      const answer = await ask(own.signal);
      return isDropped() ? null : answer;
    } catch (error) {
      if (isDropped()) return null;
      throw error;
    } finally {
      if (!isDropped()) {
        current.current = null;
        setIsLooking(false);
      }
    }
  }, []);
  return { isLooking, lookUp };
}
