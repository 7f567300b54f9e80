/** The first path segment of every page for signed-in people. */
export const PAGES = [
  "account",
  "approvals",
  "audit",
  "bulk",
  "channels",
  "exports",
  "gateways",
  "keys",
  "merchant-accounts",
  "notifications",
  "overview",
  "payments",
  "people",
  "queues",
  "reasons",
  "reconciliation",
  "refunds",
  "requests",
  "rules",
  "settings",
  "stuck",
  "webhooks",
] as const;

/** That of the pages over all accounts of a person, which no account's prefix leads to. */
export const PAGES_OF_ALL = ["all-accounts"] as const;

/** The first segment after `/api` of every route handler that reads or changes data of an account. */
export const ACCOUNT_APIS = [
  "bulk",
  "export",
  "lines",
  "live",
  "notes",
  "notifications",
  "payments",
  "refund-form",
  "refund-intents",
  "refunds",
  "request-form",
  "request-reasons",
  "rules",
  "search",
] as const;

const PREFIXED = /^\/a\/([a-z0-9][a-z0-9-]{0,39})(\/[^?#]*)?$/;

/** What an address of an account names. `path`: without the prefix. */
type AccountAddress = { slug: string | null; path: string };

/**
 * Takes the account out of a path without query. Only what has a page or handler of an account behind the prefix is an
 * address of that account: sign-in, files and whatever is written oddly stay as they are, and exist nowhere (decision
 * 0301).
 */
export function splitAccount(path: string): AccountAddress {
  const [, slug, rest = "/"] = PREFIXED.exec(path) ?? [];
  return slug === undefined || !isOfAccount(rest) ? { slug: null, path } : { slug, path: rest };
}

/** Accepts this spelling only: Next.js redirects from doubled slashes, to an address without the prefix. */
function isOfAccount(path: string): boolean {
  if (path === "/") return true;
  if (path.includes("//") || path.includes("\\")) return false;
  const [, first = "", second = ""] = path.split("/");
  return first === "api" ? isOneOf(ACCOUNT_APIS, second) : isOneOf(PAGES, first);
}

const isOneOf = (known: readonly string[], name: string): boolean => known.includes(name);
