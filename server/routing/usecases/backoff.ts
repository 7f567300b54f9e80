const MAX_DOUBLINGS = 20;

/** How long to wait before asking a gateway again: doubling from `firstMs` to `capMs`, with a fifth of jitter. */
export function backoffMs(attempt: number, { firstMs, capMs }: { firstMs: number; capMs: number }): number {
  const base = Math.min(capMs, firstMs * 2 ** Math.min(attempt, MAX_DOUBLINGS));
  return Math.round(base * (0.9 + Math.random() * 0.2));
}
