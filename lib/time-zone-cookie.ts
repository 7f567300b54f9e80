import { isTimeZone } from "./time-zone";

export const TIME_ZONE_COOKIE = "time_zone";

/** Browsers still say names that the places have left behind; people read today's. */
const TODAYS_NAMES: Readonly<Record<string, string>> = {
  "Asia/Calcutta": "Asia/Kolkata",
  "Asia/Katmandu": "Asia/Kathmandu",
  "Asia/Rangoon": "Asia/Yangon",
  "Asia/Saigon": "Asia/Ho_Chi_Minh",
  "Europe/Kiev": "Europe/Kyiv",
};

export function todaysZoneName(zone: string): string {
  return TODAYS_NAMES[zone] ?? zone;
}

/** Anything but a zone that the runtime knows means UTC. */
export function parseTimeZone(cookieValue: string | undefined): string {
  return cookieValue !== undefined && isTimeZone(cookieValue) ? todaysZoneName(cookieValue) : "UTC";
}
