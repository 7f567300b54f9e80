"use client";

import { useRouter } from "next/navigation";
import { useEffect } from "react";
import { preferenceCookie } from "@/components/ui/preference-cookie";
import { TIME_ZONE_COOKIE, todaysZoneName } from "@/lib/time-zone-cookie";

/**
 * Tells the server the browser's time zone, by which days begin and times in fields are read. The page is read anew once
 * where it was made for another zone: at the first visit, and after a journey.
 */
export function KeepTimeZone({ used }: { used: string }) {
  const router = useRouter();
  useEffect(() => {
    const own = todaysZoneName(new Intl.DateTimeFormat().resolvedOptions().timeZone);
    const isTold = document.cookie.includes(`${TIME_ZONE_COOKIE}=`);
    if (own === used && isTold) return;
    document.cookie = preferenceCookie(TIME_ZONE_COOKIE, own);
    if (own !== used) router.refresh();
  }, [used, router]);
  return null;
}
