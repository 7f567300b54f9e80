import type { Db } from "@/server/platform/pool";
import {
  fillLimits,
  type OptionalRateLimits,
  raisedAbove,
  type RateLimits,
} from "../../domain/keys/rate-limits";
import { merchantLimits } from "../../store/keys/merchants";
import type { KeyDeps } from "./issue-key";

/** `keyLimits`: what the service lets a key send whose merchant has no limit from the operator. */
export type LimitedKeyDeps = KeyDeps & { keyLimits: RateLimits };

/** `limits`: those that are above `most`, which is what the operator lets the merchant send. */
export type LimitsTooHigh = { kind: "limits_too_high"; limits: (keyof RateLimits)[]; most: RateLimits };

/**
 * Limits shield the service from its merchants: a merchant sets its keys' below the operator's, and raises none above it
 * (decision 0216). The caller holds the merchant's lock.
 */
export async function limitsTooHigh(
  deps: LimitedKeyDeps,
  db: Db,
  merchantId: number,
  wished: OptionalRateLimits,
  before?: OptionalRateLimits,
): Promise<LimitsTooHigh | null> {
  const most = fillLimits(await merchantLimits(db, merchantId), deps.keyLimits);
  const limits = raisedAbove(most, wished, before);
  return limits.length === 0 ? null : { kind: "limits_too_high", limits, most };
}
