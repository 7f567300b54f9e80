"use client";

import { useRouter } from "next/navigation";
import { useEffect } from "react";
import { CALM_SCHEDULE, pollDelayMs } from "./polling";

/**
 * Has the server paint the page anew, ever less often, for as long as something on it can still change. A hidden tab
 * waits, and catches up when it is seen again. An open dialog keeps the page as it is: a page that changes, or that cannot be
 * read for a moment, would take the dialog away with what is typed in it, or with a secret that is shown only once.
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
      // A refresh that fails leaves the page for the browser's own error page, so it is tried only on a server that answers.
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
