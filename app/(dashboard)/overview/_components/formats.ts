import type { Locale } from "@/lib/messages/locale";
import type { OverviewBucket } from "@/server/dashboard/domain/overview-span";

/** How a step's beginning is written: under a bar, and in full. Figures are grouped the Indian way in both languages. */
export function stepFormats(bucket: OverviewBucket, locale: Locale, zone: string) {
  const language = `${locale}-IN`;
  const time = { hour: "2-digit", minute: "2-digit", hourCycle: "h23" } as const;
  const day = { day: "numeric", month: "short" } as const;
  const short = new Intl.DateTimeFormat(language, { ...(bucket === "hour" ? time : day), timeZone: zone });
  const full = new Intl.DateTimeFormat(language, {
    ...day,
    year: "numeric",
    ...(bucket === "hour" && time),
    timeZone: zone,
  });
  return {
    short: (iso: string) => short.format(new Date(iso)),
    full: (iso: string) => full.format(new Date(iso)),
  };
}

export function countFormat(locale: Locale): (count: number) => string {
  const format = new Intl.NumberFormat(`${locale}-IN`, { numberingSystem: "latn" });
  return (count) => format.format(count);
}

export function rateFormat(locale: Locale): (rate: number) => string {
  const format = new Intl.NumberFormat(`${locale}-IN`, {
    style: "percent",
    maximumFractionDigits: 1,
    numberingSystem: "latn",
  });
  return (rate) => format.format(rate);
}
