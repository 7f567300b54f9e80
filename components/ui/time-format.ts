import type { Locale } from "@/lib/messages/locale";

const STYLE = {
  day: "numeric",
  month: "short",
  year: "numeric",
  hour: "2-digit",
  minute: "2-digit",
  second: "2-digit",
  hourCycle: "h23",
} as const;

const STYLES = {
  seconds: STYLE,
  minutes: { ...STYLE, second: undefined },
  withoutYear: { ...STYLE, second: undefined, year: undefined },
  day: { day: "numeric", month: "short", year: "numeric" },
} as const;
export type TimePrecision = Exclude<keyof typeof STYLES, "day">;

const TAGS: Record<Locale, string> = { en: "en-GB", hi: "hi-IN" };

const formats = new Map<string, Intl.DateTimeFormat>();
const MAX_FORMATS = 500;

/** A formatted time, in `timeZone` or else the browser's own. */
export function formatTime(
  at: Date,
  locale: Locale,
  timeZone?: string,
  precision: TimePrecision = "seconds",
): string {
  return formatOf(locale, precision, timeZone).format(at);
}

/**
 * Formats a time when the viewer's zone is unknown. The zone's name takes the place of the seconds, so that nothing
 * shifts later.
 */
export function formatUtcTime(
  at: Date,
  locale: Locale,
  precision: "minutes" | "withoutYear" = "minutes",
): string {
  return `${formatOf(locale, precision, "UTC").format(at)} UTC`;
}

/** Formatters are cached, because construction is slow. Bounded, because a zone may be spelled in any case. */
function formatOf(locale: Locale, style: keyof typeof STYLES, timeZone?: string): Intl.DateTimeFormat {
  const key = `${locale} ${style} ${timeZone ?? ""}`;
  const made = formats.get(key) ?? new Intl.DateTimeFormat(TAGS[locale], { ...STYLES[style], timeZone });
  if (formats.size >= MAX_FORMATS) formats.clear();
  formats.set(key, made);
  return made;
}

/** A calendar day `YYYY-MM-DD`, which is the same in every zone. */
export function formatDay(day: string, locale: Locale): string {
  return formatOf(locale, "day", "UTC").format(new Date(`${day}T00:00:00Z`));
}

/** Writes milliseconds, the same for every reader: for logs and for colleagues in other zones. */
export function exactUtc(at: Date): string {
  return at.toISOString().replace("T", " ").replace("Z", " UTC");
}
