import type { Db } from "@/server/platform/pool";
import {
  fillLimits,
  type OptionalRateLimits,
  raisedAbove,
  type RateLimits,
} from "../../domain/keys/rate-limits";
import { merchantLimits } from "../../store/keys/merchants";
import type { KeyDeps } from "./issue-key";

/** `keyLimits`: the limits of a key whose merchant has none from the operator. */
export type LimitedKeyDeps = KeyDeps & { keyLimits: RateLimits };

/** `limits`: the names of the limits above `most`, the operator's limits for the merchant. */
export type LimitsTooHigh = { kind: "limits_too_high"; limits: (keyof RateLimits)[]; most: RateLimits };

/**
 * Rate limits protect the service from its merchants: a merchant sets limits of its keys below the operator's, never
 * above (decision 0215). The caller holds the merchant's lock.
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
