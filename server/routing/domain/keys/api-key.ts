import type { OptionalRateLimits } from "./rate-limits";

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
  /** As its merchant set them; null where the merchant's limit holds, or else the service's (decisions 0037 and 0216). */
  rateLimits: OptionalRateLimits;
};

/** A rotation may leave two keys working for a while; more than this is a leak of keys, not a use of them. */
export const MAX_WORKING_KEYS = 20;

const SHOWN_LENGTH = 12;
const SHOWN_SHARE = 0.6;

/** Names a key in records that others read: enough to know it by, not enough to use it (decision 0126). */
export function keyInShort(apiKey: string): string {
  return `API key ${apiKey.slice(0, Math.min(SHOWN_LENGTH, Math.floor(apiKey.length * SHOWN_SHARE)))}…`;
}

export type KeyStatus = "ACTIVE" | "EXPIRED" | "REVOKED";

export function keyStatus(key: Pick<ApiKey, "expiresAt" | "revokedAt">, now: Date): KeyStatus {
  if (key.revokedAt !== null) return "REVOKED";
  return key.expiresAt !== null && key.expiresAt.getTime() <= now.getTime() ? "EXPIRED" : "ACTIVE";
}

/** The longest time for which a rotation leaves the old key working (`keys.rotate`). */
const LONGEST_OVERLAP_MS = 30 * 24 * 60 * 60 * 1000;

/**
 * Whether a merchant that loses `ended` can go on with `other`, a working key: it works at least as long, or longer than
 * the overlap of any rotation. A key that is about to expire replaces nothing.
 */
export function canReplace(
  other: Pick<ApiKey, "expiresAt">,
  ended: Pick<ApiKey, "expiresAt">,
  now: Date,
): boolean {
  if (other.expiresAt === null) return true;
  const longEnough = new Date(now.getTime() + LONGEST_OVERLAP_MS);
  const needed = ended.expiresAt !== null && ended.expiresAt < longEnough ? ended.expiresAt : longEnough;
  return other.expiresAt >= needed;
}

/** When a rotated key ends: after the overlap, or when it would have ended anyway. */
export function endOfRotated(key: Pick<ApiKey, "expiresAt">, overlapMs: number, now: Date): Date {
  const overlapEnd = new Date(now.getTime() + overlapMs);
  return key.expiresAt !== null && key.expiresAt < overlapEnd ? key.expiresAt : overlapEnd;
}
