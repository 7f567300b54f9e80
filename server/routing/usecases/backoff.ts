const FIRST_MS = 500;
const CAP_MS = 60_000;
const MAX_DOUBLINGS = 20;

/**
 * How long to wait before asking a gateway again: doubling from `firstMs` to `capMs` (half a second to a minute, unless
 * told otherwise) and no less than `leastMs`, with a fifth of jitter.
 */
export function backoffMs(
  attempt: number,
  {
    firstMs = FIRST_MS,
    capMs = CAP_MS,
    leastMs = 0,
  }: { firstMs?: number; capMs?: number; leastMs?: number } = {},
): number {
  const base = Math.max(leastMs, Math.min(capMs, firstMs * 2 ** Math.min(attempt, MAX_DOUBLINGS)));
  return Math.round(base * (0.9 + Math.random() * 0.2));
}
