export type StuckSearch = { minutes?: string | string[]; after?: string | string[] };

type StuckAddress = {
  minutes: number;
  /** The cursor of the previous page; null for the first page. */
  after: string | null;
  /** The value in the address, for the field. */
  typed: string;
  hasFault: boolean;
};

const DEFAULT_MINUTES = 30;
/** All initiated payments, however new. */
export const MIN_MINUTES = 0;
export const MAX_MINUTES = 10_080;

/** Parses the address; an invalid value gets a field error, and the default applies. */
export function readStuckFilter({ minutes, after }: StuckSearch): StuckAddress {
  const typed = firstOf(minutes) ?? String(DEFAULT_MINUTES);
  const count = /^[0-9]{1,5}$/.test(typed) ? Number(typed) : -1;
  const hasFault = count < MIN_MINUTES || count > MAX_MINUTES;
  const from = firstOf(after) ?? "";
  const isInstant = /^[0-9T:.-]{1,30}Z$/.test(from) && !Number.isNaN(Date.parse(from));
  return { minutes: hasFault ? DEFAULT_MINUTES : count, after: isInstant ? from : null, typed, hasFault };
}

function firstOf(value: string | string[] | undefined): string | undefined {
  return typeof value === "string" ? value : value?.[0];
}
