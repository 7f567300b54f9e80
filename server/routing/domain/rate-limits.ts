/** Requests that pass a second, and at once. */
export type RateLimits = { perSecond: number; burst: number };

/** Limits of which each may be unset. */
export type OptionalRateLimits = { [K in keyof RateLimits]: number | null };

/** `limits`, with what is unset taken from `fallback`. */
export function fillLimits(limits: OptionalRateLimits, fallback: RateLimits): RateLimits {
  return { perSecond: limits.perSecond ?? fallback.perSecond, burst: limits.burst ?? fallback.burst };
}
