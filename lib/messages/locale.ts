/** The languages of the screens. Figures are grouped the Indian way in both. */
export const LOCALES = ["en", "hi"] as const;
export type Locale = (typeof LOCALES)[number];

/** Each by its own name, so that its readers find it whatever the page is in. */
export const LOCALE_NAMES: Record<Locale, string> = { en: "English", hi: "हिन्दी" };

export const LOCALE_COOKIE = "locale";

/** Anything but a known language means English. */
export function parseLocale(cookieValue: string | undefined): Locale {
  return LOCALES.find((locale) => locale === cookieValue) ?? "en";
}
