import type { Locale } from "@/lib/messages/locale";

/**
 * Formats a step's start: short for below a bar, and in full. When clocks go back and an hour occurs twice, the full
 * form includes the zone. Numbers use Indian grouping in both languages.
 */
export function stepFormats(
  bucket: "hour" | "day" | "week",
  locale: Locale,
  zone: string,
  steps: readonly { from: string }[],
) {
  const language = `${locale}-IN`;
  const time = { hour: "2-digit", minute: "2-digit", hourCycle: "h23" } as const;
  const day = { day: "numeric", month: "short" } as const;
  const short = new Intl.DateTimeFormat(language, { ...(bucket === "hour" ? time : day), timeZone: zone });
  const plain = { ...day, year: "numeric", ...(bucket === "hour" && time), timeZone: zone } as const;
  const full = new Intl.DateTimeFormat(language, plain);
  const labels = steps.map(({ from }) => full.format(new Date(from)));
  const exact =
    new Set(labels).size === labels.length
      ? full
      : new Intl.DateTimeFormat(language, { ...plain, timeZoneName: "short" });
  return {
    short: (iso: string) => short.format(new Date(iso)),
    full: (iso: string) => exact.format(new Date(iso)),
  };
}

/** Formats the days from one instant to another: 1–31 Oct 2026. */
export function daysFormat(locale: Locale, zone: string): (from: Date, until: Date) => string {
  const format = new Intl.DateTimeFormat(`${locale}-IN`, {
    ...{ day: "numeric", month: "short", year: "numeric" },
    timeZone: zone,
  });
  return (from, until) => format.formatRange(from, until);
}

export function countFormat(locale: Locale): (count: number) => string {
  const format = new Intl.NumberFormat(`${locale}-IN`, { numberingSystem: "latn" });
  return (count) => format.format(count);
}

/** Formats a change in percent with its sign: +12%. */
export function changeFormat(locale: Locale): (change: number) => string {
  const format = new Intl.NumberFormat(`${locale}-IN`, {
    style: "percent",
    maximumFractionDigits: 0,
    signDisplay: "exceptZero",
    numberingSystem: "latn",
  });
  return (change) => withMinus(format.format(change));
}

/** The difference of two fractions with its sign, in percentage points: +1.5. */
export function pointsFormat(locale: Locale): (difference: number) => string {
  const format = new Intl.NumberFormat(`${locale}-IN`, {
    maximumFractionDigits: 1,
    signDisplay: "exceptZero",
    numberingSystem: "latn",
  });
  return (difference) => withMinus(format.format(difference * 100));
}

/** The size of a difference of two fractions in percentage points: 1.5. */
export function decimalPointsFormat(locale: Locale): (difference: number) => string {
  const format = new Intl.NumberFormat(`${locale}-IN`, {
    minimumFractionDigits: 1,
    maximumFractionDigits: 1,
    numberingSystem: "latn",
  });
  return (difference) => format.format(Math.abs(difference) * 100);
}

/** A hyphen in front of a number is easily overlooked. */
const withMinus = (text: string): string => text.replace("-", "−");
