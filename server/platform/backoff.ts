/** Milliseconds from `firstMs` to `maxMs`, growing by `factor`, with up to a fifth of jitter so that jobs spread. */
export function backoffMs(
  attempt: number,
  options: { firstMs: number; factor: number; maxMs: number },
  random: () => number = Math.random,
): number {
  const grown = Math.min(options.firstMs * options.factor ** Math.min(attempt, 100), options.maxMs);
  return Math.round(grown * (0.9 + 0.2 * random()));
}
