const MAX_DOUBLINGS = 20;

/** The pause before a gateway is called again: doubles from `firstMs` to `capMs`, with 20% jitter. */
export function backoffMs(attempt: number, { firstMs, capMs }: { firstMs: number; capMs: number }): number {
  const base = Math.min(capMs, firstMs * 2 ** Math.min(attempt, MAX_DOUBLINGS));
  return Math.round(base * (0.9 + Math.random() * 0.2));
}
