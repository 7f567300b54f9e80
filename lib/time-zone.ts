/** An offset like +05:30 is one to some runtimes and not to others, nor to Postgres; zones have names. */
const NAME = /^[A-Za-z][A-Za-z0-9_+-]*(\/[A-Za-z0-9_+-]+)*$/;
const MAX_LENGTH = 64;

/**
 * The names that were found good. Asking the runtime takes half a millisecond, and a set of rules can name hundreds: each
 * request would hold up all others for as long. A zone may be spelled in any case, hence the bound.
 */
const known = new Set<string>();
const MAX_KNOWN = 2_000;

/** Whether the runtime knows a time zone of this IANA name. */
export function isTimeZone(name: string): boolean {
  if (known.has(name)) return true;
  if (name.length > MAX_LENGTH || !NAME.test(name)) return false;
  try {
    new Intl.DateTimeFormat("en", { timeZone: name });
  } catch {
    return false;
  }
  if (known.size >= MAX_KNOWN) known.clear();
  known.add(name);
  return true;
}
