/** The person's theme, stored in a cookie so that the server's first paint uses it. */
export const THEMES = ["system", "light", "dark"] as const;
export type Theme = (typeof THEMES)[number];

export const THEME_COOKIE = "theme";

/** The system's theme for anything but a known value. */
export function parseTheme(cookieValue: string | undefined): Theme {
  return THEMES.find((theme) => theme === cookieValue) ?? "system";
}
