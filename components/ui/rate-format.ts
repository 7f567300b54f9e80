import type { Locale } from "@/lib/messages/locale";

/** A fraction of 1 in percent, with one decimal. */
export function rateFormat(locale: Locale): (rate: number) => string {
  const format = new Intl.NumberFormat(`${locale}-IN`, {
    style: "percent",
    maximumFractionDigits: 1,
    numberingSystem: "latn",
  });
  return (rate) => format.format(rate);
}
