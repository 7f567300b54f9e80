"use client";

import { useEffect } from "react";
import { useRouter } from "@/components/ui/use-router";

const EVERY_MS = 2_000;

/** Refreshes the page while a comparison goes on, so that its progress is live; not in a hidden tab or under a dialog. */
export function FollowRun() {
  const router = useRouter();
  useEffect(() => {
    const timer = setInterval(() => {
      if (document.visibilityState === "hidden" || document.querySelector("dialog[open]") !== null) return;
      // A failed refresh replaces the page by the browser's error page, so the server must respond first.
      void fetch("/healthz", { cache: "no-store" }).then(
        ({ ok }) => {
          if (ok) router.refresh();
        },
        () => undefined,
      );
    }, EVERY_MS);
    return () => clearInterval(timer);
  }, [router]);
  return null;
}
