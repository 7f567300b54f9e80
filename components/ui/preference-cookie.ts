const ONE_YEAR_SECONDS = 31_536_000;

/** The text for `document.cookie` that keeps a choice of looks, so that the server's next first paint has it already. */
export function preferenceCookie(name: string, value: string): string {
  return `${name}=${value}; path=/; max-age=${String(ONE_YEAR_SECONDS)}; samesite=lax`;
}
