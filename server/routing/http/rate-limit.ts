import type { Clock } from "@/server/platform/clock";
import { fillLimits, hasLimit, type RateLimits } from "../domain/keys/rate-limits";
import type { KeyOwner } from "../usecases/keys/authenticate";

/** All return 0 when the request may pass, else the seconds to wait, rounded up. They count in this process only. */
export type RateLimiter = {
  /** Counts an authenticated request against its key and its merchant (decision 0215). */
  takeAuthenticated(owner: KeyOwner): number;
  /**
   * Counts an unauthenticated request against its source, separately for each known key; null for an unknown key. The
   * key's own limit is not used: knowing a key without its salt is not enough to use it up.
   */
  takeFailed(source: string, apiKey: string | null): number;
  /** The seconds for which checking a source's notifications may cost few calls to a vendor, after many that were refused. */
  waitOfNotifications(source: string): number;
  /** Counts a notification that was refused against its source. */
  takeRefusedNotification(source: string): number;
};

export function createRateLimiter(options: {
  clock: Clock;
  /** The limit of a key when neither it nor its merchant has one. */
  key: RateLimits;
  /** How many requests of one source, with one key, may fail. */
  failures: RateLimits;
}): RateLimiter {
  // Separate, so that a flood of made-up sources cannot evict the counts of real keys.
  const authenticated = createTokenBuckets(options.clock);
  const failed = createTokenBuckets(options.clock);
  const notifications = createTokenBuckets(options.clock);
  return {
    takeAuthenticated({ merchantId, apiKey, rateLimits, merchantLimits }) {
      const most = fillLimits(merchantLimits, options.key);
      // The key first: a request refused for one key's flood must not use up what its merchant's other keys share.
      const waitSeconds = authenticated.take(`key ${apiKey}`, fillLimits(rateLimits, most));
      if (waitSeconds > 0 || !hasLimit(merchantLimits)) return waitSeconds;
      return authenticated.take(`merchant ${merchantId}`, most);
    },
    takeFailed: (source, apiKey) =>
      failed.take(apiKey === null ? source : `${source} ${apiKey}`, options.failures),
    waitOfNotifications: (source) => notifications.waitOf(source, options.failures),
    takeRefusedNotification: (source) => notifications.take(source, options.failures),
  };
}

/** All return 0 when the request may pass, else the seconds to wait, rounded up; `waitOf` does not count it. */
type TokenBuckets = {
  take(name: string, limits: RateLimits): number;
  waitOf(name: string, limits: RateLimits): number;
};

const MAX_BUCKETS = 10_000;

/** Named buckets, each of which holds `burst` requests and refills at `perSecond`. They exist per process. */
export function createTokenBuckets(clock: Clock): TokenBuckets {
  const buckets = new Map<string, { tokens: number; atMs: number }>();

  const tokensOf = (name: string, { perSecond, burst }: RateLimits, nowMs: number): number => {
    const bucket = buckets.get(name) ?? { tokens: burst, atMs: nowMs };
    const elapsedMs = Math.max(0, nowMs - bucket.atMs);
    return Math.min(burst, bucket.tokens + (elapsedMs / 1000) * perSecond);
  };
  const waitSeconds = (tokens: number, { perSecond }: RateLimits): number =>
    tokens >= 1 ? 0 : Math.max(1, Math.ceil((1 - tokens) / perSecond));

  return {
    waitOf: (name, limits) => waitSeconds(tokensOf(name, limits, clock.now().getTime()), limits),
    take(name, limits) {
      const nowMs = clock.now().getTime();
      const tokens = tokensOf(name, limits, nowMs);
      const passes = tokens >= 1;
      // Inserted again, so that the map is in order of use and the idle ones come first.
      buckets.delete(name);
      buckets.set(name, { tokens: passes ? tokens - 1 : tokens, atMs: nowMs });
      if (buckets.size > MAX_BUCKETS) {
        const oldest = buckets.keys().next();
        if (!oldest.done) buckets.delete(oldest.value);
      }
      return waitSeconds(tokens, limits);
    },
  };
}
