import type { WireRule } from "@/lib/contract/rules/rule";
import type { KeyAccess } from "@/lib/keys/key-access";
import { err, ok, type Result } from "@/lib/result";
import { inTransaction } from "@/server/platform/transaction";
import { MAX_WORKING_KEYS } from "../domain/keys/api-key";
import { countWorkingKeys, expireKeys } from "../store/keys/api-keys";
import { hasConfiguredVendor } from "../store/gateways/configured-vendors";
import type { OptionalRateLimits } from "../domain/keys/rate-limits";
import {
  insertMerchant,
  listMerchants as listMerchantRows,
  lockMerchantByName,
  merchantLimits,
  saveMerchantLimits,
} from "../store/keys/merchants";
import { insertRuleSet } from "../store/rules/rules";
import { type Credentials, issueKey, type KeyDeps, newCredentials } from "./keys/issue-key";

/** The dependencies of merchant administration; it needs no gateway and no listener. */
export type MerchantDeps = KeyDeps & {
  /** The gateway of a new merchant's first rule, as long as no vendor is configured. Null: none. */
  defaultGateway: string | null;
};

type NewMerchant = Credentials & {
  merchantId: number;
  /** False: its payments are refused until rules are saved for it. */
  hasRules: boolean;
};

export type MerchantRefusal =
  | { kind: "invalid_name" }
  | { kind: "name_in_use" }
  | { kind: "unknown_name" }
  | { kind: "too_many_keys" };

const MAX_NAME_LENGTH = 100;
/** The creator recorded for keys from the command line or from the first start of a sandbox. */
const OPERATOR = "operator";

/**
 * Creates a merchant with a key and a salt that is returned only here. As long as no vendor was ever configured, a
 * first rule routes every payment; afterwards there is none, because it would accept payments without money (decision
 * 0210).
 */
export async function createMerchant(
  deps: MerchantDeps,
  name: string,
  credentials: Credentials = newCredentials(),
): Promise<Result<NewMerchant, MerchantRefusal>> {
  if (name.trim() === "" || name.length > MAX_NAME_LENGTH) return err({ kind: "invalid_name" });
  return inTransaction(deps.pool, async (db) => {
    const merchantId = await insertMerchant(db, name);
    if (merchantId === null) return err({ kind: "name_in_use" });
    await issueKey(deps, db, merchantId, { label: "First key", createdBy: OPERATOR }, credentials);
    const gateway = (await hasConfiguredVendor(db)) ? null : deps.defaultGateway;
    const hasRules = gateway !== null;
    await insertRuleSet(db, merchantId, {
      follows: 0,
      rules: gateway === null ? [] : [everyPaymentTo(gateway)],
      author: "paydeck",
      note: hasRules ? "A new merchant's first rules." : "A new merchant has no rule until one is saved.",
      restoredFrom: null,
      createdAt: deps.clock.now(),
    });
    return ok({ merchantId, hasRules, ...credentials });
  });
}

/**
 * Gives a merchant a new key and salt. Its earlier keys stop working after `overlapMs`; with 0, at once. Checks
 * everything before the first write: a refusal that had already ended the old keys would leave the merchant without
 * any.
 */
export async function rotateMerchantKey(
  deps: MerchantDeps,
  name: string,
  overlapMs: number,
): Promise<Result<Credentials & { merchantId: number; oldKeysExpireAt: Date }, MerchantRefusal>> {
  return inTransaction(deps.pool, async (db) => {
    const merchantId = await lockMerchantByName(db, name);
    if (merchantId === null) return err({ kind: "unknown_name" });
    const now = deps.clock.now();
    const goOn = overlapMs > 0 ? await countWorkingKeys(db, merchantId, now) : 0;
    if (goOn >= MAX_WORKING_KEYS) return err({ kind: "too_many_keys" });
    const oldKeysExpireAt = new Date(now.getTime() + overlapMs);
    await expireKeys(db, merchantId, oldKeysExpireAt);
    const credentials = newCredentials();
    await issueKey(deps, db, merchantId, { label: "Rotated key", createdBy: OPERATOR }, credentials);
    return ok({ merchantId, ...credentials, oldKeysExpireAt });
  });
}

/** One more key of a merchant, beside those that work already. */
export async function createMerchantKey(
  deps: MerchantDeps,
  name: string,
  { label, access }: { label: string; access: KeyAccess },
): Promise<Result<Credentials & { keyId: string }, MerchantRefusal>> {
  return inTransaction(deps.pool, async (db) => {
    const merchantId = await lockMerchantByName(db, name);
    if (merchantId === null) return err({ kind: "unknown_name" });
    const now = deps.clock.now();
    if ((await countWorkingKeys(db, merchantId, now)) >= MAX_WORKING_KEYS)
      return err({ kind: "too_many_keys" });
    const credentials = newCredentials();
    const wishes = { label, access, createdBy: OPERATOR };
    const { id: keyId } = await issueKey(deps, db, merchantId, wishes, credentials);
    return ok({ keyId, ...credentials });
  });
}

/**
 * Sets the rate limits of a merchant over all of its keys. An omitted limit stays; null removes it, so that only the
 * limits of the keys apply. Every process applies them from the next request on.
 */
export async function limitMerchant(
  deps: MerchantDeps,
  name: string,
  changes: Partial<OptionalRateLimits>,
): Promise<Result<OptionalRateLimits, { kind: "unknown_name" }>> {
  return inTransaction(deps.pool, async (db) => {
    const merchantId = await lockMerchantByName(db, name);
    if (merchantId === null) return err({ kind: "unknown_name" });
    const limits = { ...(await merchantLimits(db, merchantId)), ...changes };
    await saveMerchantLimits(db, merchantId, limits);
    return ok(limits);
  });
}

/** Every merchant with its working keys; salts are never listed. */
export function listMerchants(deps: MerchantDeps): ReturnType<typeof listMerchantRows> {
  return listMerchantRows(deps.pool);
}

function everyPaymentTo(gateway: string): WireRule {
  return {
    id: "every-payment",
    name: "Every payment",
    priority: 1_000,
    active: true,
    target: { kind: "gateway", gateway },
  };
}
