import { err, ok, type Result } from "@/lib/result";
import { inTransaction } from "@/server/platform/transaction";
import { type ApiKey, MAX_WORKING_KEYS } from "../../domain/keys/api-key";
import { NO_LIMITS } from "../../domain/keys/rate-limits";
import { countWorkingKeys } from "../../store/keys/api-keys";
import { lockMerchant } from "../../store/keys/merchants";
import { issueKey, type KeyWishes, newCredentials } from "./issue-key";
import { type LimitedKeyDeps, type LimitsTooHigh, limitsTooHigh } from "./limits-too-high";

type CreateKeyRefusal = { kind: "expires_in_the_past" } | LimitsTooHigh | { kind: "too_many_keys" };

/** Creates another key of a merchant. Its salt is returned only here and can never be read again. */
export function createKey(
  deps: LimitedKeyDeps,
  merchantId: number,
  wishes: KeyWishes,
): Promise<Result<{ key: ApiKey; salt: string }, CreateKeyRefusal>> {
  return inTransaction(deps.pool, async (db) => {
    const now = deps.clock.now();
    if (wishes.expiresAt !== undefined && wishes.expiresAt !== null && wishes.expiresAt <= now) {
      return err({ kind: "expires_in_the_past" });
    }
    await lockMerchant(db, merchantId);
    const tooHigh = await limitsTooHigh(deps, db, merchantId, wishes.rateLimits ?? NO_LIMITS);
    if (tooHigh !== null) return err(tooHigh);
    if ((await countWorkingKeys(db, merchantId, now)) >= MAX_WORKING_KEYS)
      return err({ kind: "too_many_keys" });
    const credentials = newCredentials();
    const key = await issueKey(deps, db, merchantId, wishes, credentials);
    return ok({ key, salt: credentials.salt });
  });
}
