import type { Clock } from "@/server/platform/clock";

export type RateLimits = { perSecond: number; burst: number };

/**
 * `take` answers 0 when the request may pass, else the seconds to wait, rounded up. `own`: the limits of this very key,
 * null where the service's hold.
 */
export type RateLimiter = { take(key: string, own?: { [K in keyof RateLimits]: number | null }): number };

const MAX_IDLE_BUCKETS = 10_000;

/** D14: a bucket a key, holding `burst` requests and refilled at `perSecond`. It holds for this process. */
export function createRateLimiter(options: { clock: Clock } & RateLimits): RateLimiter {
  const buckets = new Map<string, { tokens: number; atMs: number }>();

  return {
    take(key, own) {
      const perSecond = own?.perSecond ?? options.perSecond;
      const burst = own?.burst ?? options.burst;
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
