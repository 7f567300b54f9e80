/** Between the clock on somebody's wall and an instant. A wall time has no zone: "2026-11-21T09:30" or "2026-11-21T09:30:15". */

const DAY_MS = 24 * 60 * 60_000;
const WALL_TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2})?$/;

/** One formatter a zone: making one takes far longer than using it. */
const formatters = new Map<string, Intl.DateTimeFormat>();
const MAX_FORMATTERS = 200;

function formatterOf(zone: string): Intl.DateTimeFormat {
  const known = formatters.get(zone);
  if (known !== undefined) return known;
  const made = new Intl.DateTimeFormat("sv-SE", {
    timeZone: zone,
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
    hour: "2-digit",
    minute: "2-digit",
    second: "2-digit",
    hourCycle: "h23",
  });
  if (formatters.size >= MAX_FORMATTERS) formatters.clear();
  formatters.set(zone, made);
  return made;
}

/** What the clock shows in the zone, to the second: "2026-11-21T09:30:15". */
function exactWallTime(at: Date, zone: string): string {
  return formatterOf(zone).format(at).replace(" ", "T");
}

/** As a `datetime-local` field writes it: without seconds where there are none. */
export function wallTimeOf(at: Date, zone: string): string {
  return exactWallTime(at, zone).replace(/:00$/, "");
}

/**
 * When the clock in the zone shows this; null for what is no time of any day. An hour that a zone skips is taken as if the
 * clock had not been put forward; of an hour that comes twice it is the first.
 */
export function instantOfWallTime(wallTime: string, zone: string): Date | null {
  if (!WALL_TIME.test(wallTime)) return null;
  const exact = wallTime.length === 16 ? `${wallTime}:00` : wallTime;
  const asIfUtcMs = Date.parse(`${exact}Z`);
  if (Number.isNaN(asIfUtcMs)) return null;
  // 31 February is read as some day of March: what does not come back as it was is no day.
  if (new Date(asIfUtcMs).toISOString().slice(0, 19) !== exact) return null;
  const before = new Date(asIfUtcMs - offsetMs(asIfUtcMs - DAY_MS, zone));
  const after = new Date(asIfUtcMs - offsetMs(asIfUtcMs + DAY_MS, zone));
  return exactWallTime(before, zone) !== exact && exactWallTime(after, zone) === exact ? after : before;
}

/** When the day began that the instant falls into, `daysBefore` days earlier. */
export function startOfDay(at: Date, zone: string, daysBefore = 0): Date {
  const [today = ""] = exactWallTime(at, zone).split("T");
  const wanted = new Date(Date.parse(`${today}T00:00:00Z`) - daysBefore * DAY_MS).toISOString().slice(0, 10);
  return instantOfWallTime(`${wanted}T00:00`, zone) ?? at;
}

/** Before, zones had no time that is worth looking up, and formatters write such years with fewer digits. */
const FIRST_ZONED_DAY = "1900-01-01";

/** When a day of the calendar ("2026-11-21") begins in the zone. Throws for what is no day. */
export function startOfDayNamed(day: string, zone: string): Date {
  if (day < FIRST_ZONED_DAY) return new Date(`${day}T00:00:00Z`);
  const start = instantOfWallTime(`${day}T00:00`, zone);
  if (start === null) throw new Error(`not a day: ${day}`);
  return start;
}

/** The day of the calendar that follows one. */
export function dayAfter(day: string): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + DAY_MS).toISOString().slice(0, 10);
}

function offsetMs(atMs: number, zone: string): number {
  const at = new Date(atMs - (atMs % 1_000));
  return Date.parse(`${exactWallTime(at, zone)}Z`) - at.getTime();
}
