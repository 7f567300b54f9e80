import { randomBytes } from "node:crypto";
import type { KeyAccess } from "@/lib/keys/key-access";
import type { Clock } from "@/server/platform/clock";
import type { Db, Pool } from "@/server/platform/pool";
import type { ApiKey } from "../../domain/keys/api-key";
import { NO_LIMITS, type OptionalRateLimits } from "../../domain/keys/rate-limits";
import { insertApiKey } from "../../store/keys/api-keys";
import type { SaltBox } from "../../store/keys/salt-box";

/** The dependencies of key administration; it needs no gateway and no listener. */
export type KeyDeps = { pool: Pool; saltBox: SaltBox; clock: Clock };

export type Credentials = { apiKey: string; salt: string };

export type KeyWishes = {
  label: string;
  createdBy: string;
  expiresAt?: Date | null;
  rateLimits?: OptionalRateLimits;
  /** `all` unless given. */
  access?: KeyAccess;
};

const API_KEY_BYTES = 18;
const SALT_BYTES = 32;
const KEY_ID_BYTES = 6;

export function newCredentials(): Credentials {
  return {
    apiKey: `key_${randomBytes(API_KEY_BYTES).toString("base64url")}`,
    salt: `salt_${randomBytes(SALT_BYTES).toString("base64url")}`,
  };
}

/**
 * Inserts a new key with its salt sealed. Runs in the transaction of the caller, who holds the merchant's lock and has
 * counted its keys. Throws when the key already exists, which only chosen credentials can cause.
 */
export async function issueKey(
  deps: KeyDeps,
  db: Db,
  merchantId: number,
  wishes: KeyWishes,
  { apiKey, salt }: Credentials,
): Promise<ApiKey> {
  const key: ApiKey = {
    merchantId,
    id: `k_${randomBytes(KEY_ID_BYTES).toString("hex")}`,
    apiKey,
    label: wishes.label,
    createdAt: deps.clock.now(),
    createdBy: wishes.createdBy,
    lastUsedAt: null,
    expiresAt: wishes.expiresAt ?? null,
    revokedAt: null,
    rateLimits: wishes.rateLimits ?? NO_LIMITS,
    access: wishes.access ?? "all",
  };
  const isNew = await insertApiKey(db, merchantId, key, deps.saltBox.seal(apiKey, salt));
  if (!isNew) throw new Error("the API key exists already; choose another");
  return key;
}
