/** A name of the IANA time zone database with its area, including links such as US/Pacific. */
const IN_AN_AREA =
  /^(?:africa|america|antarctica|arctic|asia|atlantic|australia|brazil|canada|chile|etc|europe|indian|mexico|pacific|us)\//i;

/** The IANA names without an area that are not abbreviations. */
const WITHOUT_AREA =
  /^(?:utc|gmt|cuba|egypt|eire|gb|gb-eire|greenwich|hongkong|iceland|iran|israel|jamaica|japan|kwajalein|libya|navajo|nz|nz-chat|poland|portugal|prc|roc|rok|singapore|turkey|universal|w-su)$/i;

/** Names that the IANA has withdrawn: runtimes still accept them, Postgres does not. */
const WITHDRAWN = /^(?:us\/pacific-new|canada\/east-saskatchewan)$/i;

/** Excludes offsets like +05:30: only some runtimes accept them as zones, and Postgres does not. */
const NAME = /^[A-Za-z][A-Za-z0-9_+-]*(\/[A-Za-z0-9_+-]+)*$/;
const MAX_LENGTH = 64;

/**
 * A cache of valid names. Checking with the runtime takes half a millisecond and blocks all other requests, and a set
 * of rules can have hundreds of names. Bounded, because a name may be spelled in any case.
 */
const known = new Set<string>();
const MAX_KNOWN = 2_000;

/**
 * Whether this is the IANA name of a time zone, including links such as Asia/Calcutta. Abbreviations are refused: "IST"
 * is India's time to a runtime and Israel's to Postgres, and "CET" has summer time in only one of them (decision 0211).
 */
export function isTimeZone(name: string): boolean {
  return isIanaName(name) && isKnownToRuntime(name);
}

/** Whether the runtime accepts the name: for rules that were saved before abbreviations were refused. */
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
