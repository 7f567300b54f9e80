"use client";

import { useRouter } from "next/navigation";
import { useEffect } from "react";
import { preferenceCookie } from "@/components/ui/preference-cookie";
import { whenIdle } from "@/components/ui/when-idle";
import { TIME_ZONE_COOKIE, todaysZoneName } from "@/lib/time-zone-cookie";

/**
 * Tells the server the browser's time zone, by which days begin and times are told and read. A page that was made for
 * another zone, `used`, is read anew once: at the first visit, and after a journey. Null for what follows the browser by itself.
 */
export function KeepTimeZone({ used }: { used: string | null }) {
  const router = useRouter();
  useEffect(
    () =>
      whenIdle(() => {
        const own = todaysZoneName(new Intl.DateTimeFormat().resolvedOptions().timeZone);
        const isTold = document.cookie.split("; ").includes(`${TIME_ZONE_COOKIE}=${own}`);
        if (!isTold) document.cookie = preferenceCookie(TIME_ZONE_COOKIE, own);
        if (used !== null && own !== used) router.refresh();
      }),
    [used, router],
  );
  return null;
}
