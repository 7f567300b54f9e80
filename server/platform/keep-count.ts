import type { Db, Pool } from "./pool";

/** The pace that follows from a count need not follow faster. */
const SERVES_MS = 1_000;

/**
 * A count from which the pace of background work follows: each process takes it at most once a second, however many ask. One
 * that fails is taken anew by the next who asks.
 */
export function keepCount(
  count: (db: Db, at: Date) => Promise<number>,
): (pool: Pool, at: Date) => Promise<number> {
  const kept = new WeakMap<Pool, { atMs: number; found: Promise<number> }>();
  return (pool, at) => {
    const last = kept.get(pool);
    if (last !== undefined && Math.abs(at.getTime() - last.atMs) < SERVES_MS) return last.found;
    const found = count(pool, at);
    kept.set(pool, { atMs: at.getTime(), found });
    found.catch(() => kept.delete(pool));
    return found;
  };
}
