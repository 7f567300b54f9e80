import { err, ok, type Result } from "@/lib/result";
import { inTransaction } from "@/server/platform/transaction";
import { type ApiKey, endOfRotated, keyStatus, MAX_WORKING_KEYS } from "../../domain/keys/api-key";
import { countWorkingKeys, findKey, saveKey } from "../../store/keys/api-keys";
import { lockMerchant } from "../../store/keys/merchants";
import { issueKey, type KeyDeps, newCredentials } from "./issue-key";

type RotateKeyRefusal = { kind: "key_not_found" } | { kind: "key_has_ended" } | { kind: "too_many_keys" };

/** Creates a key with the label, limits and access of an old one, which ends after `overlapMs`; with 0, at once. */
export function rotateKey(
  deps: KeyDeps,
  merchantId: number,
  rotation: { keyId: string; overlapMs: number; createdBy: string },
): Promise<Result<{ key: ApiKey; salt: string; replaced: ApiKey }, RotateKeyRefusal>> {
  return inTransaction(deps.pool, async (db) => {
    await lockMerchant(db, merchantId);
    const now = deps.clock.now();
    const old = await findKey(db, merchantId, rotation.keyId);
    if (old === null) return err({ kind: "key_not_found" });
    if (keyStatus(old, now) !== "ACTIVE") return err({ kind: "key_has_ended" });
    const replaced: ApiKey = { ...old, expiresAt: endOfRotated(old, rotation.overlapMs, now) };

    const goesOn = keyStatus(replaced, now) === "ACTIVE";
    const others = (await countWorkingKeys(db, merchantId, now)) - 1;
    if (others + (goesOn ? 1 : 0) >= MAX_WORKING_KEYS) return err({ kind: "too_many_keys" });
    await saveKey(db, merchantId, replaced);
    const credentials = newCredentials();
    const { label, rateLimits, access } = old;
    const wishes = { label, createdBy: rotation.createdBy, rateLimits, access };
    const key = await issueKey(deps, db, merchantId, wishes, credentials);
    return ok({ key, salt: credentials.salt, replaced });
  });
}
