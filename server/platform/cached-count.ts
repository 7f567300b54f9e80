import { setTimeout as sleep } from "node:timers/promises";
import type { Db, Pool } from "./pool";

/** A pace derived from a count need not follow it faster. */
const SERVES_MS = 1_000;
const PATIENCE_MS = 200;

type Kept<T> = { atMs: number; last: T; found: Promise<T> };

/**
 * A count that sets the pace of background work: each process queries it at most once a second, however often it is
 * called. The paced work is more important than the pace, so it never fails and never waits long: then the last known
 * count is used, 0 at first.
 */
export function cachedCount(
  count: (db: Db, at: Date) => Promise<number>,
): (pool: Pool, at: Date) => Promise<number> {
  return cachedCounts(count, 0, SERVES_MS);
}

/** Caches what one statement counts by kind; `none` is used at first. Each process queries it once in `servesMs`. */
export function cachedCounts<T>(
  count: (db: Db, at: Date) => Promise<T>,
  none: T,
  servesMs: number,
): (pool: Pool, at: Date) => Promise<T> {
  const kept = new WeakMap<Pool, Kept<T>>();
  return async (pool, at) => {
    const before = kept.get(pool);
    const isFresh = before !== undefined && Math.abs(at.getTime() - before.atMs) < servesMs;
    const current = isFresh ? before : take(count, pool, at, before === undefined ? none : before.last);
    kept.set(pool, current);
    const stop = new AbortController();
    const ranOut = sleep(PATIENCE_MS, null, { signal: stop.signal, ref: false }).catch(() => null);
    const found = await Promise.race([current.found, ranOut]);
    stop.abort();
    return found ?? current.last;
  };
}

function take<T>(count: (db: Db, at: Date) => Promise<T>, pool: Pool, at: Date, last: T): Kept<T> {
  const kept: Kept<T> = { atMs: at.getTime(), last, found: Promise.resolve(last) };
  kept.found = count(pool, at).then(
    (found) => (kept.last = found),
    () => {
      // The next call queries it again.
      kept.atMs = Number.NEGATIVE_INFINITY;
      return kept.last;
    },
  );
  return kept;
}
