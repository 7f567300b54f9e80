import { z } from "zod";
import { isTimeZone } from "../../time-zone";

const DAY_MS = 24 * 60 * 60 * 1000;

/** Fields that filter lists, in their wire format. */

/** One or more of the given values, each once; absent or null for all. */
export function listOf<const T extends readonly [string, ...string[]]>(words: T) {
  const fault = `Must be a list of some of ${words.join(", ")}, each once.`;
  return z
    .array(z.enum(words, fault), fault)
    .refine((chosen) => chosen.length > 0 && new Set<string>(chosen).size === chosen.length, fault)
    .meta({ minItems: 1, maxItems: words.length, uniqueItems: true })
    .nullish();
}

/** The IANA name of a time zone. */
export const timeZoneField = z
  .string("Must be a string.")
  .refine(
    isTimeZone,
    'Must be the IANA name of a time zone, like "Asia/Kolkata", not an abbreviation like "IST".',
  );

/** Refuses a period that ends at its start or before: it would silently find nothing. */
export function inOrder<From extends string, Until extends string>(from: From, until: Until) {
  type Span = { [K in From | Until]?: string | null | undefined };
  return (context: z.core.ParsePayload<Span>): void => {
    const start = context.value[from];
    const end = context.value[until];
    if (typeof start !== "string" || typeof end !== "string" || Date.parse(start) < Date.parse(end)) return;
    context.issues.push({ code: "custom", path: [until], message: `Must be after ${from}.`, input: end });
  };
}

/** Refuses a period from `from` to `until` that is longer. */
export function atMostDays(days: number) {
  return (context: z.core.ParsePayload<{ from: string; until: string }>): void => {
    const { from, until } = context.value;
    if (Date.parse(until) - Date.parse(from) <= days * DAY_MS) return;
    const message = `Must be at most ${days} days after from.`;
    context.issues.push({ code: "custom", path: ["until"], message, input: until });
  };
}
