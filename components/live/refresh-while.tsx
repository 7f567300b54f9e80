"use client";

import { useEffect, useState } from "react";
import { SignedOut } from "@/components/states/signed-out";
import { useRouter } from "@/components/ui/use-router";
import { CALM_SCHEDULE, pollDelayMs } from "./polling";
import { isReadyFor, watchTyping } from "./refresh-page";

/**
 * Refreshes the page from the server at growing intervals while something on it can still change. A hidden tab pauses,
 * and catches up when shown. An open dialog and a field that is filled in prevent refreshes: a page that changes, or fails
 * for a moment, would lose the input or a secret shown once. After the end of the session it says so, once, and stays.
 */
export function RefreshWhile({ isOpen, seed }: { isOpen: boolean; seed: string }) {
  const router = useRouter();
  const [isSignedOut, setIsSignedOut] = useState(false);

  useEffect(() => {
    if (!isOpen || isSignedOut) return;
    const typing = watchTyping();
    const isInUse = (): boolean => isDialogOpen() || typing.isUnsent();
    let looks = 0;
    let isOver = false;
    let timer: ReturnType<typeof setTimeout> | undefined;

    const look = (): void => {
      clearTimeout(timer);
      if (document.visibilityState === "hidden") return;
      if (isInUse()) return wait();
      looks += 1;
      void isReadyFor().then((found) => {
        if (isOver) return;
        if (found === "signed_out") return setIsSignedOut(true);
        if (found === "ready" && !isInUse()) router.refresh();
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
      typing.stop();
      clearTimeout(timer);
      document.removeEventListener("visibilitychange", onVisibility);
    };
  }, [isOpen, isSignedOut, seed, router]);

  return isSignedOut ? <SignedOut isRead /> : null;
}

function isDialogOpen(): boolean {
  return document.querySelector("dialog[open]") !== null;
}
