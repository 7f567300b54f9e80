import { err, ok, type Result } from "@/lib/result";
import { inTransaction } from "@/server/platform/transaction";
import type { AccountAuthor, GatewayAccount, GatewayAccountKey } from "../../domain/gateways/gateway-account";
import { findSealedCredentials, listAccounts, saveAccountInUse } from "../../store/gateways/gateway-accounts";
import { lockMerchant } from "../../store/keys/merchants";
import type { Deps } from "../deps";
import { closeCircuit } from "./add-account";
import { type CredentialProblem, examineCredentials } from "./examine-credentials";
import { openCredentials } from "./sealed-credentials";

type AccountChoice = {
  gateway: string;
  account: number | null;
  replaces: number | null;
  /** The revision of the credentials that somebody has decided about: the vendor is tried with it again. Null: any. */
  revision?: number | null;
  author: AccountAuthor;
};
type UseAccountRefusal = CredentialProblem | { kind: "account_not_found" } | { kind: "changed_meanwhile" };

/**
 * Decides which account takes the merchant's new payments at a vendor: one of its own, or with null the environment's, if
 * there is one. Nothing else changes: earlier payments stay in their accounts. Returns the account in use.
 */
export async function useAccount(
  deps: Deps,
  merchantId: number,
  { gateway, account, replaces, revision = null, author }: AccountChoice,
): Promise<Result<GatewayAccount | null, UseAccountRefusal>> {
  if (account !== null && revision !== null) {
    const decided = await listAccounts(deps.pool, merchantId, gateway);
    const used = decided.find((each) => each.account === account && each.retiredAt === null);
    // Asked again after a lost response.
    if (used?.revision === revision) return ok(used);
    const problem = await examineAgain(deps, { merchantId, gateway, account });
    if (problem !== null) return err(problem);
  }
  return inTransaction<Result<GatewayAccount | null, UseAccountRefusal>>(deps.pool, async (db) => {
    await lockMerchant(db, merchantId);
    const accounts = await listAccounts(db, merchantId, gateway);
    const chosen = accounts.find((each) => each.account === account) ?? null;
    if (account !== null && chosen === null) return err({ kind: "account_not_found" });
    const inUse = accounts.find(({ retiredAt }) => retiredAt === null)?.account ?? null;
    if (revision !== null && chosen !== null && chosen.revision !== revision)
      return err({ kind: "changed_meanwhile" });
    if (inUse === account) return ok(chosen);
    if (inUse !== replaces) return err({ kind: "changed_meanwhile" });
    const used = await saveAccountInUse(
      db,
      { merchantId, gateway, account },
      { at: deps.clock.now(), author },
    );
    if (used !== null) await closeCircuit(db, used);
    return ok(used);
  });
}

/** Null for an account that is not there: the decision under the lock says so. */
async function examineAgain(deps: Deps, key: GatewayAccountKey): Promise<CredentialProblem | null> {
  const found = await findSealedCredentials(deps.pool, key, null);
  if (found === null || found.sealed === null) return null;
  const credentials = openCredentials(deps.saltBox, key, found.sealed);
  return (await examineCredentials(deps, key.merchantId, credentials, key.account)).problem;
}
