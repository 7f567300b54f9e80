import { err, ok, type Result } from "@/lib/result";
import { inTransaction } from "@/server/platform/transaction";
import { type ApiKey, canReplace, keyStatus } from "../../domain/keys/api-key";
import { findKey, findKeyByApiKey, otherWorkingKeys, saveKey } from "../../store/keys/api-keys";
import { lockMerchant } from "../../store/keys/merchants";
import type { KeyDeps } from "./issue-key";

export type RevokeKeyRefusal =
  | { kind: "key_not_found" }
  /** `othersEndSoon`: others with access to everything work, but none of them for long enough. */
  | { kind: "last_working_key"; othersEndSoon: boolean };

/**
 * Ends a key at once: every request looks its key up, so no process accepts it after the commit. A key that has already
 * ended stays as it is. Refuses to revoke the last key with access to everything that keeps working, because the merchant could then sign
 * nothing, not even the request for a new key; two concurrent revocations are checked one after the other.
 */
export function revokeKey(
  deps: KeyDeps,
  merchantId: number,
  keyId: string,
): Promise<Result<ApiKey, RevokeKeyRefusal>> {
  return inTransaction(deps.pool, async (db) => {
    await lockMerchant(db, merchantId);
    const now = deps.clock.now();
    const key = await findKey(db, merchantId, keyId);
    if (key === null) return err({ kind: "key_not_found" });
    if (keyStatus(key, now) !== "ACTIVE") return ok(key);
    const others = await otherWorkingKeys(db, merchantId, keyId, now);
    if (!others.some((other) => canReplace(other, key, now))) {
      const othersEndSoon = others.some(({ access }) => access === "all");
      return err({ kind: "last_working_key", othersEndSoon });
    }
    const revoked: ApiKey = { ...key, revokedAt: now };
    await saveKey(db, merchantId, revoked);
    return ok(revoked);
  });
}

/** {@link revokeKey} by the key itself, for the command line. */
export async function revokeApiKey(deps: KeyDeps, apiKey: string): Promise<Result<ApiKey, RevokeKeyRefusal>> {
  const key = await findKeyByApiKey(deps.pool, apiKey);
  return key === null ? err({ kind: "key_not_found" }) : revokeKey(deps, key.merchantId, key.id);
}
