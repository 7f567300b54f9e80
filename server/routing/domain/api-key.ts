/** D14, for one key; null where the service's own limit holds. */
export type KeyRateLimits = { perSecond: number | null; burst: number | null };

/** A key of a merchant, without its salt. */
export type ApiKey = {
  merchantId: number;
  /** Short and public; unique for the merchant. */
  id: string;
  /** What the X-API-Key header carries; unique for the service. */
  apiKey: string;
  label: string;
  createdAt: Date;
  createdBy: string | null;
  /** Up to a minute late. */
  lastUsedAt: Date | null;
  /** Null: it works until it is revoked. */
  expiresAt: Date | null;
  revokedAt: Date | null;
  rateLimits: KeyRateLimits;
};

/** A rotation may leave two keys working for a while; more than this is a leak of keys, not a use of them. */
export const MAX_WORKING_KEYS = 20;

export type KeyStatus = "ACTIVE" | "EXPIRED" | "REVOKED";

export function keyStatus(key: Pick<ApiKey, "expiresAt" | "revokedAt">, now: Date): KeyStatus {
  if (key.revokedAt !== null) return "REVOKED";
  return key.expiresAt !== null && key.expiresAt.getTime() <= now.getTime() ? "EXPIRED" : "ACTIVE";
}

/** When a rotated key ends: after the overlap, or when it would have ended anyway. */
export function endOfRotated(key: Pick<ApiKey, "expiresAt">, overlapMs: number, now: Date): Date {
  const overlapEnd = new Date(now.getTime() + overlapMs);
  return key.expiresAt !== null && key.expiresAt < overlapEnd ? key.expiresAt : overlapEnd;
}
