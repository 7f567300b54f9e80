const FIRST_MS = 500;
const CAP_MS = 60_000;

/** How long to wait before asking a gateway again: doubling from half a second to a minute, with a fifth of jitter. */
export function backoffMs(attempt: number, random: () => number = Math.random): number {
  const base = Math.min(CAP_MS, FIRST_MS * 2 ** Math.min(attempt, 10));
  return Math.round(base * (0.9 + random() * 0.2));
}
