import { setTimeout as sleep } from "node:timers/promises";
import type { Db, Pool } from "./pool";

/** The pace that follows from a count need not follow faster. */
const SERVES_MS = 1_000;
const PATIENCE_MS = 200;

type Kept = { atMs: number; last: number; found: Promise<number> };

/**
 * A count from which the pace of background work follows: each process takes it at most once a second, however many ask. What
 * it paces is worth more than the pace, so it never fails and is not waited for long: then the last one known serves, 0 at first.
 */
export function cachedCount(
  count: (db: Db, at: Date) => Promise<number>,
): (pool: Pool, at: Date) => Promise<number> {
  const kept = new WeakMap<Pool, Kept>();
  return async (pool, at) => {
    const before = kept.get(pool);
    const isFresh = before !== undefined && Math.abs(at.getTime() - before.atMs) < SERVES_MS;
    const current = isFresh ? before : take(count, pool, at, before?.last ?? 0);
    kept.set(pool, current);
    const stop = new AbortController();
    const ranOut = sleep(PATIENCE_MS, null, { signal: stop.signal, ref: false }).catch(() => null);
    const found = await Promise.race([current.found, ranOut]);
    stop.abort();
    return found ?? current.last;
  };
}

function take(count: (db: Db, at: Date) => Promise<number>, pool: Pool, at: Date, last: number): Kept {
  const taken: Kept = { atMs: at.getTime(), last, found: Promise.resolve(last) };
  taken.found = count(pool, at).then(
    (found) => (taken.last = found),
    () => {
      // The next who asks takes it anew.
      taken.atMs = Number.NEGATIVE_INFINITY;
      return taken.last;
    },
  );
  return taken;
}
