import { z } from "zod";
import { isReadableTimeZone, isTimeZone } from "../../time-zone";
import { instantField } from "../ops/fields";
import { WEEKDAYS } from "./weekdays";

/** When a rule is active, in its wire format. */
const MAX_WINDOWS = 10;

const TIME_OF_DAY = /^([01][0-9]|2[0-3]):[0-5][0-9]$/;
const timeOfDay = z
  .string('Must be a time of day like "09:00".')
  .regex(TIME_OF_DAY, 'Must be a time of day like "09:00", from "00:00" to "23:59".');

const ZONE_FAULT = 'Must be an IANA time zone like "Asia/Kolkata", not an abbreviation like "IST".';
const zoneField = z.string(ZONE_FAULT).refine(isTimeZone, ZONE_FAULT).meta({ description: "IANA name." });
/**
 * A name that was accepted once may be withdrawn later (decision 0211). It is read as the runtime reads it, and shown for
 * correction.
 */
const storedZoneField = z.string(ZONE_FAULT).refine(isReadableTimeZone, ZONE_FAULT).meta({
  description: "IANA name; perhaps one that was withdrawn since, which `problems` then tells.",
});
const DAYS_FAULT = `Must list days of ${WEEKDAYS.join(", ")}, each once.`;
const windowFields = {
  days: z
    .array(z.enum(WEEKDAYS, DAYS_FAULT), DAYS_FAULT)
    .min(1, DAYS_FAULT)
    .max(WEEKDAYS.length, DAYS_FAULT)
    .refine((days) => new Set(days).size === days.length, DAYS_FAULT)
    .meta({ description: "The days on which the window begins." }),
  from: timeOfDay,
  to: timeOfDay.meta({ description: "Exclusive. Not after from: the window runs past midnight." }),
};

const WINDOWS_FAULT = `Must list 1 to ${MAX_WINDOWS} windows.`;
const timesWith = (zone: typeof zoneField) =>
  z
    .strictObject({
      from: instantField.nullish().meta({ description: "Inclusive." }),
      until: instantField.nullish().meta({ description: "Exclusive." }),
      windows: z
        .array(z.strictObject({ time_zone: zone, ...windowFields }), WINDOWS_FAULT)
        .min(1, WINDOWS_FAULT)
        .max(MAX_WINDOWS, WINDOWS_FAULT)
        .nullish()
        .meta({ description: "Weekly windows; the rule is active in any of them." }),
    })
    .refine(({ from, until, windows }) => [from, until, windows].some((part) => (part ?? null) !== null), {
      error: "At least one of from, until and windows is needed.",
      path: ["from"],
    })
    .refine(({ from, until }) => !from || !until || Date.parse(from) < Date.parse(until), {
      error: "Must be after from.",
      path: ["until"],
    });

export const activeTimesSchema = timesWith(zoneField);
export const storedActiveTimesSchema = timesWith(storedZoneField);
export type WireActiveTimes = z.infer<typeof activeTimesSchema>;
