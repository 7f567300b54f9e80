import type { KeyAccess } from "@/lib/keys/key-access";
import type { OptionalRateLimits } from "./rate-limits";

/** A key of a merchant, without its salt. */
export type ApiKey = {
  merchantId: number;
  /** Short and public; unique for the merchant. */
  id: string;
  /** The value of the X-API-Key header; unique for the service. */
  apiKey: string;
  label: string;
  createdAt: Date;
  createdBy: string | null;
  /** Up to a minute late. */
  lastUsedAt: Date | null;
  /** Null: it works until it is revoked. */
  expiresAt: Date | null;
  revokedAt: Date | null;
  /**
   * The limits that its merchant set; null where the merchant's limit applies, or else the service's (decision 0215).
   */
  rateLimits: OptionalRateLimits;
  access: KeyAccess;
};

/** A rotation may leave two keys working for a while; more than this suggests a leak of keys. */
export const MAX_WORKING_KEYS = 20;

const SHOWN_LENGTH = 12;
const SHOWN_SHARE = 0.6;

/** Identifies a key in records that others read: enough to recognise it, not enough to use it (decision 0021). */
export function keyInShort(apiKey: string): string {
  return `API key ${apiKey.slice(0, Math.min(SHOWN_LENGTH, Math.floor(apiKey.length * SHOWN_SHARE)))}…`;
}

type KeyStatus = "ACTIVE" | "EXPIRED" | "REVOKED";

export function keyStatus(key: Pick<ApiKey, "expiresAt" | "revokedAt">, now: Date): KeyStatus {
  if (key.revokedAt !== null) return "REVOKED";
  return key.expiresAt !== null && key.expiresAt.getTime() <= now.getTime() ? "EXPIRED" : "ACTIVE";
}

/** The longest overlap in which a rotated key keeps working (`keys.rotate`). */
const LONGEST_OVERLAP_MS = 30 * 24 * 60 * 60 * 1000;

/**
 * Whether the working key `other` can replace `ended` for its merchant: it works at least as long as `ended`, or longer
 * than the overlap of any rotation. A key that is about to expire replaces nothing, and a restricted key replaces none
 * with access to everything: the merchant could manage nothing with it, not even its keys.
 */
export function canReplace(
  other: Pick<ApiKey, "expiresAt" | "access">,
  ended: Pick<ApiKey, "expiresAt" | "access">,
  now: Date,
): boolean {
  if (ended.access === "all" && other.access !== "all") return false;
  // A leaked key for payments ends at once: with the other one a new key can be created.
  if (ended.access !== "all" && other.access === "all") return true;
  if (other.expiresAt === null) return true;
  const longEnough = new Date(now.getTime() + LONGEST_OVERLAP_MS);
  const needed = ended.expiresAt !== null && ended.expiresAt < longEnough ? ended.expiresAt : longEnough;
  return other.expiresAt >= needed;
}

/** When a rotated key ends: after the overlap, or at its own expiry if that is earlier. */
export function endOfRotated(key: Pick<ApiKey, "expiresAt">, overlapMs: number, now: Date): Date {
  const overlapEnd = new Date(now.getTime() + overlapMs);
  return key.expiresAt !== null && key.expiresAt < overlapEnd ? key.expiresAt : overlapEnd;
}
