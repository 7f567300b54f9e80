const DAY_MS = 24 * 60 * 60_000;
const MINUTE_MS = 60_000;

/** The latest moment at or before `now` at which a backup was due. `time` is "HH:MM" in UTC. */
export function lastDue(time: string, now: Date): Date {
  const [hours = "0", minutes = "0"] = time.split(":");
  const ofDayMs = (Number.parseInt(hours, 10) * 60 + Number.parseInt(minutes, 10)) * MINUTE_MS;
  const today = Math.floor(now.getTime() / DAY_MS) * DAY_MS + ofDayMs;
  return new Date(today <= now.getTime() ? today : today - DAY_MS);
}

/**
 * Whether a backup is due: none of these has been made since the last time of day. Also true after a night that was
 * missed. One of the future was dated by a clock that was wrong, and says nothing.
 */
export function isDue(time: string, made: readonly Date[], now: Date): boolean {
  const due = lastDue(time, now);
  return !made.some((at) => at >= due && at <= now);
}
