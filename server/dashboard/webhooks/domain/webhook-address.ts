/** A webhook's URL for the audit log: what follows `?` may hold a receiver's token, and is left out. */
export function auditableAddress(url: string): string {
  return url.replace(/[?#].*/s, (rest) => (rest.length > 1 ? "?…" : ""));
}
