import type { KeyAccess } from "@/lib/keys/key-access";
import { err, ok, type Result } from "@/lib/result";
import { inTransaction } from "@/server/platform/transaction";
import { type ApiKey, canReplace, keyStatus } from "../../domain/keys/api-key";
import { findKey, otherWorkingKeys, saveKey } from "../../store/keys/api-keys";
import { lockMerchant } from "../../store/keys/merchants";
import { type LimitedKeyDeps, type LimitsTooHigh, limitsTooHigh } from "./limits-too-high";

/** An omitted field stays as it is; a null limit falls back to the merchant's, and then to the service's. */
type KeyChanges = {
  label?: string | undefined;
  perSecond?: number | null | undefined;
  burst?: number | null | undefined;
  access?: KeyAccess | undefined;
};

type UpdateKeyRefusal =
  | { kind: "key_not_found" }
  | LimitsTooHigh
  /** The caller's own key: whoever asks, the Paydeck of its merchant would stop. */
  | { kind: "restricts_itself" }
  | { kind: "last_key_for_all" };

/**
 * Changes a key's label, limits and access. Every process applies them from the next request on. `callerKey` signed the
 * request. A merchant keeps a key with access to everything, or nobody could manage its keys any more.
 */
export function updateKey(
  deps: LimitedKeyDeps,
  merchantId: number,
  { keyId, callerKey }: { keyId: string; callerKey: string },
  changes: KeyChanges,
): Promise<Result<ApiKey, UpdateKeyRefusal>> {
  return inTransaction(deps.pool, async (db) => {
    await lockMerchant(db, merchantId);
    const key = await findKey(db, merchantId, keyId);
    if (key === null) return err({ kind: "key_not_found" });
    const { perSecond = key.rateLimits.perSecond, burst = key.rateLimits.burst } = changes;
    const tooHigh = await limitsTooHigh(deps, db, merchantId, { perSecond, burst }, key.rateLimits);
    if (tooHigh !== null) return err(tooHigh);
    const { label = key.label, access = key.access } = changes;
    const now = deps.clock.now();
    if (access !== "all" && key.access === "all" && keyStatus(key, now) === "ACTIVE") {
      if (key.apiKey === callerKey) return err({ kind: "restricts_itself" });
      const others = await otherWorkingKeys(db, merchantId, keyId, now);
      if (!others.some((other) => canReplace(other, key, now))) return err({ kind: "last_key_for_all" });
    }
    const updated: ApiKey = { ...key, label, rateLimits: { perSecond, burst }, access };
    await saveKey(db, merchantId, updated);
    return ok(updated);
  });
}
