export type StuckSearch = { minutes?: string | string[]; after?: string | string[] };

export type StuckAddress = {
  minutes: number;
  /** Where the page before ended; null for the first page. */
  after: string | null;
  /** What the address says, for the field. */
  typed: string;
  hasFault: boolean;
};

export const DEFAULT_MINUTES = 30;
/** Everything that waits, however short. */
export const MIN_MINUTES = 0;
export const MAX_MINUTES = 10_080;

/** Reads the address; what it says wrongly is told at the field, and the default is shown meanwhile. */
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
