import type { Clock } from "@/server/platform/clock";
import { fillLimits, hasLimit, type RateLimits } from "../domain/keys/rate-limits";
import type { KeyOwner } from "../usecases/keys/authenticate";
import { createTokenBuckets } from "./token-buckets";

/** Both answer 0 when the request may pass, else the seconds to wait, rounded up. They count in this process. */
export type RateLimiter = {
  /** Charges a request to the key whose salt has proven it, and to its merchant (decisions 0037, 0215 and 0216). */
  takeProven(owner: KeyOwner): number;
  /**
   * Charges a request that is not proven to where it came from, apart for each known key; null for a key that is unknown.
   * The key's own limit is not touched: whoever knows a key without its salt cannot use it up.
   */
  takeFailed(source: string, apiKey: string | null): number;
};

export function createRateLimiter(options: {
  clock: Clock;
  /** What a key may send where neither it nor its merchant has a limit. */
  key: RateLimits;
  /** How many requests of one source, with one key, may fail. */
  failures: RateLimits;
}): RateLimiter {
  // Apart, so that no flood of made-up sources makes the process forget how much a key has sent.
  const proven = createTokenBuckets(options.clock);
  const failed = createTokenBuckets(options.clock);
  return {
    takeProven({ merchantId, apiKey, rateLimits, merchantLimits }) {
      const most = fillLimits(merchantLimits, options.key);
      // The key first: what is refused to a key that floods must not use up what its merchant's other keys share.
      const waitSeconds = proven.take(`key ${apiKey}`, fillLimits(rateLimits, most));
      if (waitSeconds > 0 || !hasLimit(merchantLimits)) return waitSeconds;
      return proven.take(`merchant ${merchantId}`, most);
    },
    takeFailed: (source, apiKey) =>
      failed.take(apiKey === null ? source : `${source} ${apiKey}`, options.failures),
  };
}
