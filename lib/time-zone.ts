/** A name of the IANA time zone database with its area, links such as US/Pacific included. */
const IN_AN_AREA =
  /^(?:africa|america|antarctica|arctic|asia|atlantic|australia|brazil|canada|chile|etc|europe|indian|mexico|pacific|us)\//i;

/** The IANA names without an area that are not abbreviations. */
const WITHOUT_AREA =
  /^(?:utc|gmt|cuba|egypt|eire|gb|gb-eire|greenwich|hongkong|iceland|iran|israel|jamaica|japan|kwajalein|libya|navajo|nz|nz-chat|poland|portugal|prc|roc|rok|singapore|turkey|universal|w-su)$/i;

/** Names that the IANA has withdrawn: runtimes still read them, Postgres does not. */
const WITHDRAWN = /^(?:us\/pacific-new|canada\/east-saskatchewan)$/i;

/** An offset like +05:30 is one to some runtimes and not to others, nor to Postgres; zones have names. */
const NAME = /^[A-Za-z][A-Za-z0-9_+-]*(\/[A-Za-z0-9_+-]+)*$/;
const MAX_LENGTH = 64;

/**
 * The names that were found good. Asking the runtime takes half a millisecond, and a set of rules can name hundreds: each
 * request would hold up all others for as long. A zone may be spelled in any case, hence the bound.
 */
const known = new Set<string>();
const MAX_KNOWN = 2_000;

/**
 * Whether this is the IANA name of a time zone, links such as Asia/Calcutta included. Abbreviations are none: "IST" is India's
 * time to a runtime and Israel's to Postgres, and "CET" has summer time in one of them only (decision 0211).
 */
export function isTimeZone(name: string): boolean {
  return isIanaName(name) && isKnownToRuntime(name);
}

/** Whether the runtime can tell the time in it, by whatever name: what rules were saved with before abbreviations were refused. */
export function isReadableTimeZone(name: string): boolean {
  return name.length <= MAX_LENGTH && NAME.test(name) && isKnownToRuntime(name);
}

function isIanaName(name: string): boolean {
  if (name.length > MAX_LENGTH || !NAME.test(name) || WITHDRAWN.test(name)) return false;
  return IN_AN_AREA.test(name) || WITHOUT_AREA.test(name);
}

function isKnownToRuntime(name: string): boolean {
  if (known.has(name)) return true;
  try {
    new Intl.DateTimeFormat("en", { timeZone: name });
  } catch {
    return false;
  }
  if (known.size >= MAX_KNOWN) known.clear();
  known.add(name);
  return true;
}
