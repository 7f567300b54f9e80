import { EXPORT_FREQUENCIES, type ExportTimes } from "@/lib/exports/next-slot";
import {
  EXPORT_FILE_FORMATS,
  type ExportFileFormat,
  type ScheduleFault,
  type ScheduleField,
} from "@/lib/exports/scheduled-export-views";
import { err, ok, type Result } from "@/lib/result";
import { codePointLength, isAcceptedText } from "@/lib/text";
import { isTimeZone } from "@/lib/time-zone";

const MAX_NAME = 60;

export type ScheduleForm = Readonly<Record<Exclude<ScheduleField, "filter">, string>>;
type ReadSchedule = ExportTimes & { name: string; format: ExportFileFormat };

/** The form of a scheduled export. All faults are reported at once, each at its field. */
export function readScheduleForm(
  form: ScheduleForm,
): Result<ReadSchedule, Partial<Record<ScheduleField, ScheduleFault>>> {
  const faults: Partial<Record<ScheduleField, ScheduleFault>> = {};
  const name = form.name.trim().replace(/\s+/gu, " ");
  if (name === "") faults.name = "blank";
  else if (codePointLength(name) > MAX_NAME) faults.name = "too_long";
  else if (!isAcceptedText(name)) faults.name = "not_a_text";

  const format = EXPORT_FILE_FORMATS.find((known) => known === form.format);
  if (format === undefined) faults.format = "unknown";
  const frequency = EXPORT_FREQUENCIES.find((known) => known === form.frequency);
  if (frequency === undefined) faults.frequency = "unknown";
  const weekday = frequency === "weekly" ? wholeNumber(form.weekday, 1, 7) : null;
  if (frequency === "weekly" && weekday === null) faults.weekday = "unknown";
  const monthDay = frequency === "monthly" ? wholeNumber(form.monthDay, 1, 31) : null;
  if (frequency === "monthly" && monthDay === null) faults.monthDay = "unknown";
  const atMinute = minuteOf(form.time);
  if (atMinute === null) faults.time = form.time === "" ? "blank" : "unknown";
  const timeZone = form.timeZone.trim();
  if (!isTimeZone(timeZone)) faults.timeZone = "unknown";

  if (Object.keys(faults).length > 0 || format === undefined || frequency === undefined || atMinute === null)
    return err(faults);
  return ok({ name, format, frequency, weekday, monthDay, atMinute, timeZone });
}

function wholeNumber(text: string, min: number, max: number): number | null {
  if (!/^[0-9]{1,2}$/.test(text)) return null;
  const value = parseInt(text, 10);
  return value >= min && value <= max ? value : null;
}

/** "09:30", and "09:30:00" as some browsers send it. */
function minuteOf(text: string): number | null {
  const [, hours, minutes] = /^([01][0-9]|2[0-3]):([0-5][0-9])(?::00)?$/.exec(text) ?? [];
  if (hours === undefined || minutes === undefined) return null;
  return parseInt(hours, 10) * 60 + parseInt(minutes, 10);
}
