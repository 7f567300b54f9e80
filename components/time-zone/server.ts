import { cookies } from "next/headers";
import { cache } from "react";
import type { FirstPaintMoment } from "@/components/ui/first-paint";
import { isTimeZone } from "@/lib/time-zone";
import { parseTimeZone, TIME_ZONE_COOKIE, todaysZoneName } from "@/lib/time-zone-cookie";

/** The viewer's zone as their browser told it last; UTC until it has. A page that uses it renders `KeepTimeZone`. */
export const currentTimeZone: () => Promise<string> = cache(async () =>
  parseTimeZone((await cookies()).get(TIME_ZONE_COOKIE)?.value),
);

/** What {@link FirstPaint} is told, at the server's `now`. */
export async function firstPaintMoment(now: Date): Promise<FirstPaintMoment> {
  const told = (await cookies()).get(TIME_ZONE_COOKIE)?.value;
  return {
    nowMs: now.getTime(),
    timeZone: told !== undefined && isTimeZone(todaysZoneName(told)) ? parseTimeZone(told) : null,
  };
}
