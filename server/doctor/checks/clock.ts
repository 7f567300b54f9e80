import { type Finding, ok, problem, warning } from "../finding";

const WARNING_MS = 5_000;
/** A signed request is valid for five minutes; second factors change every 30 seconds. */
const PROBLEM_MS = 60_000;

/** `offsetMs`: how far the other clock is ahead of this machine's; an HTTP date is exact to a second. */
export function checkClock(other: string, offsetMs: number): Finding {
  const check = `clock: ${other}`;
  const size = Math.abs(offsetMs);
  if (size <= WARNING_MS) return ok(check, "agrees with this machine's");
  const found = `${Math.round(size / 1000)} s ${offsetMs > 0 ? "ahead of" : "behind"} this machine's`;
  const action = "Synchronise both machines with NTP (chrony, systemd-timesyncd).";
  return size > PROBLEM_MS ? problem(check, found, action) : warning(check, found, action);
}
