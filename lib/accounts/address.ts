/**
 * The slug of the account that a request's address names. Set by the dashboard's own front, which removes what a client
 * sends under this name; absent for the first account (decision 0301).
 */
export const ACCOUNT_HEADER = "x-paydeck-account";

/**
 * These belong to no account: what people see before they sign in, and addresses on another site or with a prefix of
 * their own.
 */
const OF_NO_ACCOUNT =
  /^\/(\/|a\/|all-accounts|login|status|invitation|unsubscribe|healthz|api\/(all-accounts|auth|unsubscribe))/;

/**
 * The address of a path, with query and fragment, in an account; null for the first account. What belongs to no account
 * or is relative stays as it is. `splitAccount` (split-account.ts) is its reverse.
 */
export function withAccount(slug: string | null, path: string): string {
  if (slug === null || !path.startsWith("/") || OF_NO_ACCOUNT.test(path)) return path;
  return `/a/${slug}${path === "/" ? "" : path}`;
}
