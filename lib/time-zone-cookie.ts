import { isTimeZone } from "./time-zone";

export const TIME_ZONE_COOKIE = "time_zone";

/**
 * Browsers report outdated zone names; people see the current ones. Some systems report an abbreviation, which the IANA
 * database links to a zone.
 */
const TODAYS_NAMES: Readonly<Record<string, string>> = {
  CET: "Europe/Brussels",
  CST6CDT: "America/Chicago",
  EET: "Europe/Athens",
  EST: "America/Panama",
  EST5EDT: "America/New_York",
  HST: "Pacific/Honolulu",
  MET: "Europe/Brussels",
  MST: "America/Phoenix",
  MST7MDT: "America/Denver",
  PST8PDT: "America/Los_Angeles",
  WET: "Europe/Lisbon",
  "Asia/Calcutta": "Asia/Kolkata",
  "Asia/Katmandu": "Asia/Kathmandu",
  "Asia/Rangoon": "Asia/Yangon",
  "Asia/Saigon": "Asia/Ho_Chi_Minh",
  "Europe/Kiev": "Europe/Kyiv",
};

export function todaysZoneName(zone: string): string {
  return TODAYS_NAMES[zone] ?? zone;
}

/** UTC for anything but the name of a time zone. */
export function parseTimeZone(cookieValue: string | undefined): string {
  const zone = todaysZoneName(cookieValue ?? "");
  return isTimeZone(zone) ? zone : "UTC";
}
