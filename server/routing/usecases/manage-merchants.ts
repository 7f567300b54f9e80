import { randomBytes } from "node:crypto";
import { err, ok, type Result } from "@/lib/result";
import type { Clock } from "@/server/platform/clock";
import type { Pool } from "@/server/platform/pool";
import { inTransaction } from "@/server/platform/transaction";
import {
  expireApiKeys,
  insertApiKey,
  insertMerchant,
  listMerchants as listMerchantRows,
  lockMerchantByName,
} from "../store/merchants";
import { insertDefaultRule } from "../store/rules";
import type { SaltBox } from "../store/salt-box";

/** What the administration of merchants stands on; it needs no gateway and no listener. */
export type MerchantDeps = { pool: Pool; saltBox: SaltBox; clock: Clock; defaultGateway: string };

export type Credentials = { apiKey: string; salt: string };
export type MerchantRefusal = { kind: "invalid_name" } | { kind: "name_taken" } | { kind: "unknown_name" };

const MAX_NAME_LENGTH = 100;

/** Creates a merchant with a key, a salt that is shown this once, and a rule that routes every payment. */
export async function createMerchant(
  deps: MerchantDeps,
  name: string,
  credentials: Credentials = newCredentials(),
): Promise<Result<Credentials & { merchantId: number }, MerchantRefusal>> {
  if (name.trim() === "" || name.length > MAX_NAME_LENGTH) return err({ kind: "invalid_name" });
  return inTransaction(deps.pool, async (db) => {
    const merchantId = await insertMerchant(db, name);
    if (merchantId === null) return err({ kind: "name_taken" });
    const { apiKey, salt } = credentials;
    const isNew = await insertApiKey(db, merchantId, { apiKey, sealedSalt: deps.saltBox.seal(apiKey, salt) });
    if (!isNew) throw new Error("the API key belongs to another merchant already; choose another");
    await insertDefaultRule(db, merchantId, deps.defaultGateway);
    return ok({ merchantId, apiKey, salt });
  });
}

/**
 * Gives a merchant a new key and salt. The keys it had stop working after `overlapMs`; with 0, at once.
 */
export async function rotateMerchantKey(
  deps: MerchantDeps,
  name: string,
  overlapMs: number,
): Promise<Result<Credentials & { merchantId: number; oldKeysExpireAt: Date }, MerchantRefusal>> {
  return inTransaction(deps.pool, async (db) => {
    const merchantId = await lockMerchantByName(db, name);
    if (merchantId === null) return err({ kind: "unknown_name" });
    const oldKeysExpireAt = new Date(deps.clock.now().getTime() + overlapMs);
    await expireApiKeys(db, merchantId, oldKeysExpireAt);
    const { apiKey, salt } = newCredentials();
    await insertApiKey(db, merchantId, { apiKey, sealedSalt: deps.saltBox.seal(apiKey, salt) });
    return ok({ merchantId, apiKey, salt, oldKeysExpireAt });
  });
}

/** Every merchant with the keys that work; salts are never listed. */
export function listMerchants(deps: MerchantDeps): ReturnType<typeof listMerchantRows> {
  return listMerchantRows(deps.pool);
}

function newCredentials(): Credentials {
  return {
    apiKey: `key_${randomBytes(18).toString("base64url")}`,
    salt: `salt_${randomBytes(32).toString("base64url")}`,
  };
}
