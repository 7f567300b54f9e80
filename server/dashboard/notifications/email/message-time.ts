import type { Locale } from "@/lib/messages/locale";

const TAGS: Record<Locale, string> = { en: "en-GB", hi: "hi-IN" };

/** Times of a message, with their zone: a message may be read anywhere. */
export function messageTime(language: Locale, timeZone: string): (iso: string) => string {
  const format = new Intl.DateTimeFormat(TAGS[language], {
    day: "numeric",
    month: "short",
    year: "numeric",
    hour: "2-digit",
    minute: "2-digit",
    hourCycle: "h23",
    timeZone,
    timeZoneName: "short",
  });
  return (iso) => format.format(new Date(iso));
}
