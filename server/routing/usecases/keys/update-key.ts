import { err, ok, type Result } from "@/lib/result";
import { inTransaction } from "@/server/platform/transaction";
import type { ApiKey } from "../../domain/keys/api-key";
import { findKey, saveKey } from "../../store/keys/api-keys";
import { lockMerchant } from "../../store/keys/merchants";
import { type LimitedKeyDeps, type LimitsTooHigh, limitsTooHigh } from "./limits-too-high";

/** An omitted field stays as it is; a null limit falls back to the merchant's, and then to the service's. */
export type KeyChanges = {
  label?: string | undefined;
  perSecond?: number | null | undefined;
  burst?: number | null | undefined;
};

export type UpdateKeyRefusal = { kind: "key_not_found" } | LimitsTooHigh;

/** Changes a key's label and limits. Every process applies the limits from the next request on. */
export function updateKey(
  deps: LimitedKeyDeps,
  merchantId: number,
  keyId: string,
  changes: KeyChanges,
): Promise<Result<ApiKey, UpdateKeyRefusal>> {
  return inTransaction(deps.pool, async (db) => {
    await lockMerchant(db, merchantId);
    const key = await findKey(db, merchantId, keyId);
    if (key === null) return err({ kind: "key_not_found" });
    const { perSecond = key.rateLimits.perSecond, burst = key.rateLimits.burst } = changes;
    const tooHigh = await limitsTooHigh(deps, db, merchantId, { perSecond, burst }, key.rateLimits);
    if (tooHigh !== null) return err(tooHigh);
    const updated: ApiKey = { ...key, label: changes.label ?? key.label, rateLimits: { perSecond, burst } };
    await saveKey(db, merchantId, updated);
    return ok(updated);
  });
}
