import type { Clock } from "@/server/platform/clock";

/** `take` answers 0 when the request may pass, else the seconds to wait, rounded up. */
export type RateLimiter = { take(key: string): number };

const MAX_IDLE_BUCKETS = 10_000;

/** D14: a bucket a key, holding `burst` requests and refilled at `perSecond`. It holds for this process. */
export function createRateLimiter(options: { clock: Clock; perSecond: number; burst: number }): RateLimiter {
  const { perSecond, burst } = options;
  const buckets = new Map<string, { tokens: number; atMs: number }>();

  return {
    take(key) {
      const nowMs = options.clock.now().getTime();
      const bucket = buckets.get(key) ?? { tokens: burst, atMs: nowMs };
      const elapsedMs = Math.max(0, nowMs - bucket.atMs);
      const tokens = Math.min(burst, bucket.tokens + (elapsedMs / 1000) * perSecond);
      const passes = tokens >= 1;
      // Set anew, so that the map's order is the order of use and the idle ones stand first.
      buckets.delete(key);
      buckets.set(key, { tokens: passes ? tokens - 1 : tokens, atMs: nowMs });
      if (buckets.size > MAX_IDLE_BUCKETS) {
        const oldest = buckets.keys().next();
        if (!oldest.done) buckets.delete(oldest.value);
      }
      return passes ? 0 : Math.max(1, Math.ceil((1 - tokens) / perSecond));
    },
  };
}
