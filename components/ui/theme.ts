/** The person's choice of theme, kept in a cookie so that the server's first paint has it already. */
export const THEMES = ["system", "light", "dark"] as const;
export type Theme = (typeof THEMES)[number];

export const THEME_COOKIE = "theme";
const ONE_YEAR_SECONDS = 31_536_000;

/** Anything but a known choice means "as the system is". */
export function parseTheme(cookieValue: string | undefined): Theme {
  return THEMES.find((theme) => theme === cookieValue) ?? "system";
}

/** The text for `document.cookie`. */
export function themeCookie(theme: Theme): string {
  return `${THEME_COOKIE}=${theme}; path=/; max-age=${String(ONE_YEAR_SECONDS)}; samesite=lax`;
}
