/** The languages of the screens. Figures are grouped the Indian way in both. */
export const LOCALES = ["en", "hi"] as const;
export type Locale = (typeof LOCALES)[number];

export const LOCALE_COOKIE = "locale";

/** Anything but a known language means English. */
export function parseLocale(cookieValue: string | undefined): Locale {
  return LOCALES.find((locale) => locale === cookieValue) ?? "en";
}
