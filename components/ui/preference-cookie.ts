const ONE_YEAR_SECONDS = 31_536_000;

/** The `document.cookie` string that stores an appearance setting for the server's next first paint. */
export function preferenceCookie(name: string, value: string): string {
  return `${name}=${value}; path=/; max-age=${String(ONE_YEAR_SECONDS)}; samesite=lax`;
}
