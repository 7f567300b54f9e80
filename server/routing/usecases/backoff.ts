const FIRST_MS = 500;
const CAP_MS = 60_000;
const MAX_DOUBLINGS = 20;

/**
 * How long to wait before asking a gateway again: doubling from `firstMs` to `capMs` (half a second to a minute, unless
 * told otherwise), with a fifth of jitter.
 */
export function backoffMs(
  attempt: number,
  { firstMs = FIRST_MS, capMs = CAP_MS }: { firstMs?: number; capMs?: number } = {},
): number {
  const base = Math.min(capMs, firstMs * 2 ** Math.min(attempt, MAX_DOUBLINGS));
  return Math.round(base * (0.9 + Math.random() * 0.2));
}
