import { isTimeZone } from "./time-zone";

export const TIME_ZONE_COOKIE = "time_zone";

/** Anything but a zone that the runtime knows means UTC. */
export function parseTimeZone(cookieValue: string | undefined): string {
  return cookieValue !== undefined && isTimeZone(cookieValue) ? cookieValue : "UTC";
}
