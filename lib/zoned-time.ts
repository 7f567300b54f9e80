/** Converts between local times and instants. A local time has no zone: "2026-11-21T09:30" or "2026-11-21T09:30:15". */

const DAY_MS = 24 * 60 * 60_000;
const WALL_TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2})?$/;

/** One formatter per zone: construction is far slower than use. */
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

/** The local time in the zone, to the second: "2026-11-21T09:30:15". */
function exactWallTime(at: Date, zone: string): string {
  return formatterOf(zone).format(at).replace(" ", "T");
}

/** The format of a `datetime-local` field: no seconds if they are zero. */
export function wallTimeOf(at: Date, zone: string): string {
  return exactWallTime(at, zone).replace(/:00$/, "");
}

/**
 * The instant of a local time in the zone; null for an invalid one. In an hour that the zone skips, the clock counts as
 * not yet put forward; in an hour that occurs twice, the first is meant.
 */
export function instantOfWallTime(wallTime: string, zone: string): Date | null {
  if (!WALL_TIME.test(wallTime)) return null;
  const exact = wallTime.length === 16 ? `${wallTime}:00` : wallTime;
  const asIfUtcMs = Date.parse(`${exact}Z`);
  if (Number.isNaN(asIfUtcMs)) return null;
  // `Date` reads 31 February as a day of March: a date that does not round-trip is invalid.
  if (new Date(asIfUtcMs).toISOString().slice(0, 19) !== exact) return null;
  const offsets = [asIfUtcMs - DAY_MS, asIfUtcMs + DAY_MS].map((ms) => offsetMs(ms, zone));
  // Formatters write years before 1000 and after 9999 with another number of digits.
  if (offsets.some(Number.isNaN)) return null;
  const [before, after] = offsets.map((offset) => new Date(asIfUtcMs - offset)) as [Date, Date];
  return exactWallTime(before, zone) !== exact && exactWallTime(after, zone) === exact ? after : before;
}

/** The start of the day of an instant, `daysBefore` days earlier. */
export function startOfDay(at: Date, zone: string, daysBefore = 0): Date {
  const [today = ""] = exactWallTime(at, zone).split("T");
  const wanted = new Date(Date.parse(`${today}T00:00:00Z`) - daysBefore * DAY_MS).toISOString().slice(0, 10);
  return instantOfWallTime(`${wanted}T00:00`, zone) ?? at;
}

/** Earlier days need no zone lookup, and formatters write such years with fewer digits. */
const FIRST_ZONED_DAY = "1900-01-01";

/** When a calendar day ("2026-11-21") begins in the zone. Throws for an invalid day. */
export function startOfDayNamed(day: string, zone: string): Date {
  if (day < FIRST_ZONED_DAY) return new Date(`${day}T00:00:00Z`);
  const start = instantOfWallTime(`${day}T00:00`, zone);
  if (start === null) throw new Error(`not a day: ${day}`);
  return start;
}

/** The next calendar day. */
export function dayAfter(day: string): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + DAY_MS).toISOString().slice(0, 10);
}

function offsetMs(atMs: number, zone: string): number {
  const at = new Date(atMs - (atMs % 1_000));
  return Date.parse(`${exactWallTime(at, zone)}Z`) - at.getTime();
}
