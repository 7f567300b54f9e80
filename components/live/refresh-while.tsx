"use client";

import { useRouter } from "next/navigation";
import { useEffect } from "react";
import { CALM_SCHEDULE, pollDelayMs } from "./polling";

/**
 * Has the server paint the page anew, ever less often, for as long as something on it can still change. A hidden tab
 * waits, and catches up when it is seen again.
 */
export function RefreshWhile({ isOpen, seed }: { isOpen: boolean; seed: string }) {
  const router = useRouter();

  useEffect(() => {
    if (!isOpen) return;
    let looks = 0;
    let timer: ReturnType<typeof setTimeout> | undefined;

    const look = (): void => {
      clearTimeout(timer);
      if (document.visibilityState === "hidden") return;
      router.refresh();
      looks += 1;
      wait();
    };
    const wait = (): void => {
      timer = setTimeout(look, pollDelayMs(CALM_SCHEDULE, looks, seed));
    };
    const onVisibility = (): void => {
      if (document.visibilityState === "visible") look();
    };

    wait();
    document.addEventListener("visibilitychange", onVisibility);
    return () => {
      clearTimeout(timer);
      document.removeEventListener("visibilitychange", onVisibility);
    };
  }, [isOpen, seed, router]);

  return null;
}
