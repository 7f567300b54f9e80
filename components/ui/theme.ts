/** The person's choice of theme, kept in a cookie so that the server's first paint has it already. */
export const THEMES = ["system", "light", "dark"] as const;
export type Theme = (typeof THEMES)[number];

export const THEME_COOKIE = "theme";

/** Anything but a known choice means "as the system is". */
export function parseTheme(cookieValue: string | undefined): Theme {
  return THEMES.find((theme) => theme === cookieValue) ?? "system";
}
