import { z } from "zod";

/** Parses a whole number; the error message states the allowed range, because "received NaN" helps nobody. */
export function whole(min: number, max: number): z.ZodCoercedNumber {
  const fault = `must be a whole number from ${min} to ${max}`;
  return z.coerce.number(fault).int(fault).min(min, fault).max(max, fault);
}

/** The maximum of Node's timers; a longer timer would fire at once. */
const LONGEST_TIMER_MS = 2_147_483_647;
const TEN_YEARS_MS = 10 * 365 * 24 * 60 * 60 * 1_000;

/** A timer interval in milliseconds. */
export const timerMs = whole(1, LONGEST_TIMER_MS);

/** A time span in milliseconds, measured between stored times. */
export const spanMs = whole(1, TEN_YEARS_MS);
