"use client";

import { useEffect, useRef, useState } from "react";
import { onNavigation } from "@/components/ui/navigation-begins";

/**
 * One read at a time for the page that it was begun on. It holds back no link, and what comes after the person has gone elsewhere is
 * dropped: a transition around a read would keep the router waiting, and take the person away afterwards.
 */
export function usePageRead() {
  const [isReading, setIsReading] = useState(false);
  const running = useRef<AbortController | null>(null);

  useEffect(() => {
    const drop = (): void => running.current?.abort();
    const stop = onNavigation(drop);
    window.addEventListener("popstate", drop);
    return () => {
      stop();
      window.removeEventListener("popstate", drop);
      drop();
    };
  }, []);

  /** Null when it was dropped, also for a newer one. */
  const read = async <T>(ask: (signal: AbortSignal) => Promise<T>): Promise<T | null> => {
    running.current?.abort();
    const own = new AbortController();
    running.current = own;
    setIsReading(true);
    try {
      const found = await ask(own.signal);
      return own.signal.aborted ? null : found;
    } catch (error) {
      if (own.signal.aborted) return null;
      throw error;
    } finally {
      if (running.current === own) setIsReading(false);
    }
  };
  return { isReading, read };
}
