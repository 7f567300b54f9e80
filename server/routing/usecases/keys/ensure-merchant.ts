import { err, ok, type Result } from "@/lib/result";
import { findWorkingKey } from "../../store/keys/api-keys";
import { findMerchantId } from "../../store/keys/merchants";
import { createMerchant, type MerchantDeps, type MerchantRefusal } from "../manage-merchants";
import type { Credentials } from "./issue-key";

type EnsuredMerchant = { isNew: boolean; hasRules: boolean };

/**
 * Creates a merchant with credentials that the operator has chosen, so that a deployment can hand the same to the
 * dashboard before either has started. Repeated with the same credentials it changes nothing. Errors: `other_credentials`
 * when the name or the key is in use with others.
 */
export async function ensureMerchant(
  deps: MerchantDeps,
  name: string,
  credentials: Credentials,
): Promise<Result<EnsuredMerchant, MerchantRefusal | { kind: "other_credentials" }>> {
  const existing = await findWorkingKey(deps.pool, credentials.apiKey, deps.clock.now());
  if (existing !== null) {
    const isOwn =
      existing.merchantId === (await findMerchantId(deps.pool, name)) &&
      deps.saltBox.open(credentials.apiKey, existing.sealedSalt) === credentials.salt;
    return isOwn ? ok({ isNew: false, hasRules: true }) : err({ kind: "other_credentials" });
  }
  const created = await createMerchant(deps, name, credentials);
  if (created.ok) return ok({ isNew: true, hasRules: created.value.hasRules });
  return err(created.error.kind === "name_in_use" ? { kind: "other_credentials" } : created.error);
}
