/** How long after its timeout other processes consider a call over. */
const GRACE_MS = 10_000;

/** When a call that begins now is certainly over, whichever process makes it; in milliseconds. */
export function afterTimeout(timeoutMs: number): number {
  return timeoutMs + GRACE_MS;
}

/** The most consecutive calls of a cancel: after their timeouts no process works on it any more. */
export const CANCELLATION_CALLS = 3;

/** SQL: longer than any claim of calls. One that ends later is from before the clock of the database was set back. */
export const LONGER_THAN_ANY_CLAIM = "interval '1 hour'";

/** The most consecutive calls that one row of a bulk run makes. */
const CALLS_OF_A_ROW = 4;

/** How long a row of a bulk run is claimed by the process that sends it, in milliseconds. */
export function bulkClaimMs(timeoutMs: number): number {
  return CALLS_OF_A_ROW * afterTimeout(timeoutMs);
}
