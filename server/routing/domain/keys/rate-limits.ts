/** Requests allowed per second, and in one burst. */
export type RateLimits = { perSecond: number; burst: number };

/** Limits of which each may be unset. */
export type OptionalRateLimits = { [K in keyof RateLimits]: number | null };
export const NO_LIMITS: OptionalRateLimits = { perSecond: null, burst: null };

/** Those of `wished` that are above `most` and were not so before: an unchanged limit does not count as raised. */
export function raisedAbove(
  most: RateLimits,
  wished: OptionalRateLimits,
  before: OptionalRateLimits = NO_LIMITS,
): (keyof RateLimits)[] {
  return (["perSecond", "burst"] as const).filter(
    (limit) => (wished[limit] ?? 0) > most[limit] && wished[limit] !== before[limit],
  );
}

/** `limits`, with unset values filled from `fallback`. */
export function fillLimits(limits: OptionalRateLimits, fallback: RateLimits): RateLimits {
  return { perSecond: limits.perSecond ?? fallback.perSecond, burst: limits.burst ?? fallback.burst };
}

export function hasLimit({ perSecond, burst }: OptionalRateLimits): boolean {
  return perSecond !== null || burst !== null;
}
