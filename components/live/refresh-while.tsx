"use client";

import { useEffect } from "react";
import { useRouter } from "@/components/ui/use-router";
import { CALM_SCHEDULE, pollDelayMs } from "./polling";

/**
 * Refreshes the page from the server at growing intervals while something on it can still change. A hidden tab pauses,
 * and catches up when shown. An open dialog prevents refreshes: a page that changes, or fails for a moment, would close
 * the dialog with its input or with a secret shown once.
 */
export function RefreshWhile({ isOpen, seed }: { isOpen: boolean; seed: string }) {
  const router = useRouter();

  useEffect(() => {
    if (!isOpen) return;
    let looks = 0;
    let isOver = false;
    let timer: ReturnType<typeof setTimeout> | undefined;

    const look = (): void => {
      clearTimeout(timer);
      if (document.visibilityState === "hidden") return;
      if (isDialogOpen()) return wait();
      looks += 1;
      // A failed refresh replaces the page by the browser's error page, so the server must respond first.
      void isReachable().then((reachable) => {
        if (isOver) return;
        if (reachable && !isDialogOpen()) router.refresh();
        wait();
      });
    };
    const wait = (): void => {
      clearTimeout(timer);
      timer = setTimeout(look, pollDelayMs(CALM_SCHEDULE, looks, seed));
    };
    const onVisibility = (): void => {
      if (document.visibilityState === "visible") look();
    };

    wait();
    document.addEventListener("visibilitychange", onVisibility);
    return () => {
      isOver = true;
      clearTimeout(timer);
      document.removeEventListener("visibilitychange", onVisibility);
    };
  }, [isOpen, seed, router]);

  return null;
}

function isDialogOpen(): boolean {
  return document.querySelector("dialog[open]") !== null;
}

const REACH_LIMIT_MS = 5_000;

async function isReachable(): Promise<boolean> {
  try {
    const answer = await fetch("/healthz", {
      cache: "no-store",
      signal: AbortSignal.timeout(REACH_LIMIT_MS),
    });
    return answer.ok;
  } catch {
    return false;
  }
}
