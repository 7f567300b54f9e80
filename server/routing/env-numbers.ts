import { z } from "zod";

/** A whole number of a variable; refused in words that name what is wanted, as no one reads "received NaN". */
export function whole(min: number, max: number): z.ZodCoercedNumber {
  const fault = `must be a whole number from ${min} to ${max}`;
  return z.coerce.number(fault).int(fault).min(min, fault).max(max, fault);
}

/** What Node's timers can wait; a longer time would be over at once. */
const LONGEST_TIMER_MS = 2_147_483_647;
const TEN_YEARS_MS = 10 * 365 * 24 * 60 * 60 * 1_000;

/** Milliseconds that a timer waits. */
export const timerMs = whole(1, LONGEST_TIMER_MS);

/** Milliseconds between two times that are kept. */
export const spanMs = whole(1, TEN_YEARS_MS);
