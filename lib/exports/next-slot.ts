import { dayAfter, instantOfWallTime, wallTimeOf } from "../zoned-time";

export const EXPORT_FREQUENCIES = ["daily", "weekly", "monthly"] as const;
export type ExportFrequency = (typeof EXPORT_FREQUENCIES)[number];

/** When an export repeats, in its own time zone. */
export type ExportTimes = {
  frequency: ExportFrequency;
  /** 1 is Monday; null unless weekly. */
  weekday: number | null;
  /** The last day of a shorter month counts instead; null unless monthly. */
  monthDay: number | null;
  /** The local time, in minutes since midnight. */
  atMinute: number;
  timeZone: string;
};

/** A month and a few days: a monthly slot that has just passed is followed by one within them. */
const MAX_DAYS = 70;

/** The first slot after an instant. A local time that a zone skips is that of the clock not yet put forward. */
export function nextSlot(times: ExportTimes, after: Date): Date {
  const time = `${pad(Math.floor(times.atMinute / 60))}:${pad(times.atMinute % 60)}`;
  let day = wallTimeOf(after, times.timeZone).slice(0, 10);
  for (let days = 0; days < MAX_DAYS; days += 1) {
    const slot = isDue(times, day) ? instantOfWallTime(`${day}T${time}`, times.timeZone) : null;
    if (slot !== null && slot > after) return slot;
    day = dayAfter(day);
  }
  throw new Error(`no slot within ${String(MAX_DAYS)} days: ${JSON.stringify(times)}`);
}

function isDue({ frequency, weekday, monthDay }: ExportTimes, day: string): boolean {
  const date = new Date(`${day}T00:00:00Z`);
  switch (frequency) {
    case "daily":
      return true;
    case "weekly":
      return (date.getUTCDay() + 6) % 7 === (weekday ?? 1) - 1;
    case "monthly": {
      const lastDay = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate();
      return date.getUTCDate() === Math.min(monthDay ?? 1, lastDay);
    }
  }
}

function pad(value: number): string {
  return String(value).padStart(2, "0");
}
