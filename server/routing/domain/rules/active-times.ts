import { WEEKDAYS, type Weekday } from "@/lib/contract/rules/weekdays";
import type { ActiveTimes, WeeklyWindow } from "./rule";

/** The day and minute of the day in a time zone's local time. */
type WallClock = { day: Weekday; minute: number };

/**
 * Whether a rule is active at an instant. Windows follow the local time of their zone through its changes of offset.
 */
export function isActiveAt(times: ActiveTimes, at: Date): boolean {
  if (times.from !== null && at.getTime() < times.from.getTime()) return false;
  if (times.until !== null && at.getTime() >= times.until.getTime()) return false;
  return times.windows.length === 0 || times.windows.some((window) => isInWindow(window, at));
}

/** A window that runs past midnight belongs to the day on which it begins. */
function isInWindow(window: WeeklyWindow, at: Date): boolean {
  const { day, minute } = wallClock(window.timeZone, at);
  const { days, fromMinute, toMinute } = window;
  if (fromMinute < toMinute) return days.includes(day) && minute >= fromMinute && minute < toMinute;
  return (days.includes(day) && minute >= fromMinute) || (days.includes(dayBefore(day)) && minute < toMinute);
}

function dayBefore(day: Weekday): Weekday {
  return WEEKDAYS[(WEEKDAYS.indexOf(day) + WEEKDAYS.length - 1) % WEEKDAYS.length] ?? day;
}

function wallClock(timeZone: string, at: Date): WallClock {
  const parts = new Map(
    formatterOf(timeZone)
      .formatToParts(at)
      .map(({ type, value }) => [type, value]),
  );
  const name = parts.get("weekday")?.toUpperCase();
  const day = WEEKDAYS.find((weekday) => weekday === name);
  if (day === undefined) throw new Error(`no weekday was found for ${timeZone}`);
  const hour = parseInt(parts.get("hour") ?? "", 10);
  return { day, minute: hour * 60 + parseInt(parts.get("minute") ?? "", 10) };
}

/** Creating a formatter takes far longer than using it. Bounded, because a zone's name is accepted in any case. */
const formatters = new Map<string, Intl.DateTimeFormat>();
const MAX_FORMATTERS = 500;

function formatterOf(timeZone: string): Intl.DateTimeFormat {
  const known = formatters.get(timeZone);
  if (known !== undefined) return known;
  if (formatters.size >= MAX_FORMATTERS) formatters.clear();
  const made = new Intl.DateTimeFormat("en-US", {
    timeZone,
    weekday: "short",
    hour: "2-digit",
    minute: "2-digit",
    hourCycle: "h23",
  });
  formatters.set(timeZone, made);
  return made;
}
