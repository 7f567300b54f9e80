import { cookies } from "next/headers";
import { cache } from "react";
import { parseTimeZone, TIME_ZONE_COOKIE } from "@/lib/time-zone-cookie";

/** The viewer's zone as their browser told it last; UTC until it has. A page that uses it renders `KeepTimeZone`. */
export const currentTimeZone: () => Promise<string> = cache(async () =>
  parseTimeZone((await cookies()).get(TIME_ZONE_COOKIE)?.value),
);
