import { instantOfWallTime, wallTimeOf } from "../zoned-time";

/** Minutes of the day in the person's time zone. `from` may be later than `until`: from 22:00 until 7:00. */
export type QuietHours = { from: number; until: number };

export type EmailPreferences = {
  timeZone: string;
  quiet: QuietHours | null;
  /** One e-mail a day at this minute; null for single ones. */
  digestAt: number | null;
};

const MINUTES_A_DAY = 1_440;
const MAX_DAYS = 2;

/** When an e-mail about something that happens now may be sent: now, or at the end of quiet hours, or at the digest's time. */
export function emailDueAt(now: Date, { timeZone, quiet, digestAt }: EmailPreferences): Date {
  if (digestAt !== null) return nextTimeOfDay(now, digestAt, timeZone);
  if (quiet === null || !isQuiet(minuteOfDay(now, timeZone), quiet)) return now;
  return nextTimeOfDay(now, quiet.until, timeZone);
}

function isQuiet(minute: number, { from, until }: QuietHours): boolean {
  return from <= until ? from <= minute && minute < until : from <= minute || minute < until;
}

function minuteOfDay(at: Date, zone: string): number {
  const [hours = 0, minutes = 0] = (wallTimeOf(at, zone).split("T")[1] ?? "").split(":").map(Number);
  return (hours * 60 + minutes) % MINUTES_A_DAY;
}

/** The next instant, after `now`, at which clocks of the zone show this minute. */
function nextTimeOfDay(now: Date, minute: number, zone: string): Date {
  const time = timeOf(minute);
  const today = wallTimeOf(now, zone).slice(0, 10);
  for (let days = 0; days <= MAX_DAYS; days += 1) {
    const day = new Date(Date.parse(`${today}T00:00:00Z`) + days * MINUTES_A_DAY * 60_000);
    const at = instantOfWallTime(`${day.toISOString().slice(0, 10)}T${time}`, zone);
    if (at !== null && at > now) return at;
  }
  return now;
}

const twoDigits = (n: number): string => String(n).padStart(2, "0");

/** Minutes of the day from a time field, "09:30"; null for anything else. */
export function minutesOf(time: string): number | null {
  const [, hours = "", minutes = ""] = /^([01][0-9]|2[0-3]):([0-5][0-9])$/.exec(time) ?? [];
  return hours === "" ? null : Number(hours) * 60 + Number(minutes);
}

export function timeOf(minutes: number): string {
  return `${twoDigits(Math.floor(minutes / 60))}:${twoDigits(minutes % 60)}`;
}
