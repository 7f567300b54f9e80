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

const STYLES = { local: STYLE, utc: { ...STYLE, second: undefined } } as const;

const TAGS: Record<Locale, string> = { en: "en-GB", hi: "hi-IN" };

const formats = new Map<string, Intl.DateTimeFormat>();
const MAX_FORMATS = 500;

/** A moment in words, in `timeZone` or else the browser's own. */
export function formatTime(at: Date, locale: Locale, timeZone?: string): string {
  return formatOf(locale, "local", timeZone).format(at);
}

/**
 * The same where the viewer's zone is not known. The zone's name stands in the place of the seconds, so that nothing moves
 * when they come.
 */
export function formatUtcTime(at: Date, locale: Locale): string {
  return `${formatOf(locale, "utc", "UTC").format(at)} UTC`;
}

/** Formatters are made once: making one is slow. A zone may be spelled in any case, hence the bound. */
function formatOf(locale: Locale, style: keyof typeof STYLES, timeZone?: string): Intl.DateTimeFormat {
  const key = `${locale} ${style} ${timeZone ?? ""}`;
  const made = formats.get(key) ?? new Intl.DateTimeFormat(TAGS[locale], { ...STYLES[style], timeZone });
  if (formats.size >= MAX_FORMATS) formats.clear();
  formats.set(key, made);
  return made;
}

/** To the millisecond, the same for every reader: what a log or a colleague abroad can be asked for. */
export function exactUtc(at: Date): string {
  return at.toISOString().replace("T", " ").replace("Z", " UTC");
}
