import type { Clock } from "@/server/platform/clock";
import type { RateLimits } from "../domain/keys/rate-limits";

/** `take` returns 0 when the request may pass, else the seconds to wait, rounded up. */
export type TokenBuckets = { take(name: string, limits: RateLimits): number };

const MAX_BUCKETS = 10_000;

/** Named buckets, each of which holds `burst` requests and refills at `perSecond`. They exist per process. */
export function createTokenBuckets(clock: Clock): TokenBuckets {
  const buckets = new Map<string, { tokens: number; atMs: number }>();

  return {
    take(name, { perSecond, burst }) {
      const nowMs = clock.now().getTime();
      const bucket = buckets.get(name) ?? { tokens: burst, atMs: nowMs };
      const elapsedMs = Math.max(0, nowMs - bucket.atMs);
      const tokens = Math.min(burst, bucket.tokens + (elapsedMs / 1000) * perSecond);
      const passes = tokens >= 1;
      // Inserted again, so that the map is in order of use and the idle ones come first.
      buckets.delete(name);
      buckets.set(name, { tokens: passes ? tokens - 1 : tokens, atMs: nowMs });
      if (buckets.size > MAX_BUCKETS) {
        const oldest = buckets.keys().next();
        if (!oldest.done) buckets.delete(oldest.value);
      }
      return passes ? 0 : Math.max(1, Math.ceil((1 - tokens) / perSecond));
    },
  };
}
