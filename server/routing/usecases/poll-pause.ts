const SOONEST_MS = 500;
const USUAL_MS = 30_000;
const ONCE_A_MINUTE_MS = 60_000;
const RAREST_MS = 15 * 60_000;

/** Refunds of the last minute share a hundred polls a second at their gateways, up to this number of them. */
export const YOUNG_MS = 60_000;
export const COUNTED_UP_TO = 500;
const SHARE_OF_POLLS_MS = 10;
/** Older ones share twenty polls a second, as far as their longest pauses allow. */
const SHARE_OF_OLDER_POLLS_MS = 50;
export const OPEN_COUNTED_UP_TO = RAREST_MS / SHARE_OF_OLDER_POLLS_MS;

/**
 * The pause before the next poll of a refund or reversal. It depends only on the age (0116), so restarts never lengthen
 * it: the age itself, from half a second to half a minute; from one hour of age, 1/120 of it, up to a quarter of an
 * hour. Many pending ones share the rate: those of the last minute (`young`, 0116) wait up to five seconds; older ones
 * (`open`) up to a minute during their first ten minutes, later up to a tenth of their age. The same holds for what its
 * gateway does not have yet: thousands that it cannot take, because a merchant's balance there is empty, leave room for others.
 */
export function pollPauseMs(
  way: { requestedAt: Date },
  at: Date,
  { young, open }: { young: number; open: number },
): number {
  const ageMs = at.getTime() - way.requestedAt.getTime();
  const slowestMs = clamp(ageMs / 120, USUAL_MS, RAREST_MS);
  const mostCrowdedMs = clamp(ageMs / 10, ONCE_A_MINUTE_MS, RAREST_MS);
  const shareMs =
    ageMs < YOUNG_MS
      ? Math.min(young, COUNTED_UP_TO) * SHARE_OF_POLLS_MS
      : Math.min(open * SHARE_OF_OLDER_POLLS_MS, mostCrowdedMs);
  return Math.max(clamp(ageMs, SOONEST_MS, slowestMs), shareMs);
}

function clamp(value: number, least: number, most: number): number {
  return Math.min(Math.max(value, least), most);
}

/** Adds a jitter of 10%, so that refunds of one moment are not polled at the same time. */
export function jittered(delayMs: number): number {
  return Math.round(delayMs * (0.9 + Math.random() * 0.2));
}
