import { cookies } from "next/headers";
import { cache } from "react";
import type { FirstPaintMoment } from "@/components/ui/first-paint";
import { isTimeZone } from "@/lib/time-zone";
import { parseTimeZone, TIME_ZONE_COOKIE, todaysZoneName } from "@/lib/time-zone-cookie";

/**
 * The time zone of the viewer as the browser last reported it; UTC until then. A page that uses it renders
 * `KeepTimeZone`.
 */
export const currentTimeZone: () => Promise<string> = cache(async () =>
  parseTimeZone((await cookies()).get(TIME_ZONE_COOKIE)?.value),
);

/** The data for {@link FirstPaint}, at the server's `now`. */
export async function firstPaintMoment(now: Date): Promise<FirstPaintMoment> {
  const stored = (await cookies()).get(TIME_ZONE_COOKIE)?.value;
  return {
    nowMs: now.getTime(),
    timeZone: stored !== undefined && isTimeZone(todaysZoneName(stored)) ? parseTimeZone(stored) : null,
  };
}
