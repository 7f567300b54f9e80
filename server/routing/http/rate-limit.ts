import type { Clock } from "@/server/platform/clock";
import { fillLimits, hasLimit, type RateLimits } from "../domain/keys/rate-limits";
import type { KeyOwner } from "../usecases/keys/authenticate";
import { createTokenBuckets } from "./token-buckets";

/** Both return 0 when the request may pass, else the seconds to wait, rounded up. They count in this process only. */
export type RateLimiter = {
  /** Counts an authenticated request against its key and its merchant (decisions 0037, 0215 and 0216). */
  takeAuthenticated(owner: KeyOwner): number;
  /**
   * Counts an unauthenticated request against its source, separately for each known key; null for an unknown key. The
   * key's own limit is not used: knowing a key without its salt is not enough to use it up.
   */
  takeFailed(source: string, apiKey: string | null): number;
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
  };
}
