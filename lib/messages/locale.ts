/** The languages of the screens. Numbers use Indian grouping in both. */
export const LOCALES = ["en", "hi"] as const;
export type Locale = (typeof LOCALES)[number];

/** Each in its own language, so that its readers can find it. */
export const LOCALE_NAMES: Record<Locale, string> = { en: "English", hi: "हिन्दी" };

export const LOCALE_COOKIE = "locale";

/** English for anything but a known language. */
export function parseLocale(cookieValue: string | undefined): Locale {
  return LOCALES.find((locale) => locale === cookieValue) ?? "en";
}
