"use client";

import { useEffect } from "react";
import { preferenceCookie } from "@/components/ui/preference-cookie";
import { useRouter } from "@/components/ui/use-router";
import { whenIdle } from "@/components/ui/when-idle";
import { TIME_ZONE_COOKIE, todaysZoneName } from "@/lib/time-zone-cookie";

/**
 * Stores the browser's time zone in a cookie; the server uses it for days and times. A page rendered for another zone,
 * `used`, is refreshed once: at the first visit, or after travel. Null for a page that formats in the browser.
 */
export function KeepTimeZone({ used }: { used: string | null }) {
  const router = useRouter();
  useEffect(
    () =>
      whenIdle(() => {
        const own = todaysZoneName(new Intl.DateTimeFormat().resolvedOptions().timeZone);
        const isStored = document.cookie.split("; ").includes(`${TIME_ZONE_COOKIE}=${own}`);
        if (!isStored) document.cookie = preferenceCookie(TIME_ZONE_COOKIE, own);
        if (used !== null && own !== used) router.refresh();
      }),
    [used, router],
  );
  return null;
}
