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

const UTC_STYLE = { ...STYLE, second: undefined, timeZone: "UTC" } as const;

const TAGS: Record<Locale, string> = { en: "en-GB", hi: "hi-IN" };

const formats = new Map<string, Intl.DateTimeFormat>();

/** A moment in words, in the viewer's zone. */
export function formatTime(at: Date, locale: Locale): string {
  return formatOf(locale, STYLE).format(at);
}

/**
 * The same where the viewer's zone is not known. The zone's name stands in the place of the seconds, so that nothing moves
 * when they come.
 */
export function formatUtcTime(at: Date, locale: Locale): string {
  return `${formatOf(locale, UTC_STYLE).format(at)} UTC`;
}

/** Formatters are made once: making one is slow. */
function formatOf(locale: Locale, style: typeof STYLE | typeof UTC_STYLE): Intl.DateTimeFormat {
  const key = `${locale} ${style === UTC_STYLE ? "UTC" : ""}`;
  const made = formats.get(key) ?? new Intl.DateTimeFormat(TAGS[locale], style);
  formats.set(key, made);
  return made;
}

/** To the millisecond, the same for every reader: what a log or a colleague abroad can be asked for. */
export function exactUtc(at: Date): string {
  return at.toISOString().replace("T", " ").replace("Z", " UTC");
}
