import { z } from "zod";
import { isTimeZone } from "../../time-zone";

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
