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

const TAGS: Record<Locale, string> = { en: "en-GB", hi: "hi-IN" };

const formats = new Map<string, Intl.DateTimeFormat>();

/** A moment in words, in the viewer's zone unless one is given. Formatters are made once: making one is slow. */
export function formatTime(at: Date, locale: Locale, timeZone?: "UTC"): string {
  const key = `${locale} ${timeZone ?? ""}`;
  const made =
    formats.get(key) ?? new Intl.DateTimeFormat(TAGS[locale], { ...STYLE, ...(timeZone && { timeZone }) });
  formats.set(key, made);
  return made.format(at);
}

/** To the millisecond, the same for every reader: what a log or a colleague abroad can be asked for. */
export function exactUtc(at: Date): string {
  return at.toISOString().replace("T", " ").replace("Z", " UTC");
}
