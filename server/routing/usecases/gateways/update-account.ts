import type { CredentialDoubt, VendorCredentials } from "@/lib/contract/ops/gateway-accounts";
import { err, ok, type Result } from "@/lib/result";
import type { Db } from "@/server/platform/pool";
import { inTransaction } from "@/server/platform/transaction";
import {
  type AccountAuthor,
  type GatewayAccount,
  type GatewayAccountKey,
  identityOf,
} from "../../domain/gateways/gateway-account";
import { INITIALISATION_LIMIT_MS } from "../../domain/payments/payment";
import { mayHavePayments } from "../../store/gateways/account-payments";
import {
  accountsInUse,
  findSealedCredentials,
  listAccounts,
  saveCredentials,
} from "../../store/gateways/gateway-accounts";
import { lockMerchant } from "../../store/keys/merchants";
import type { Deps } from "../deps";
import { closeCircuit, hasCredentials } from "./add-account";
import { type CredentialProblem, examineCredentials } from "./examine-credentials";
import { openCredentials, sealCredentials } from "./sealed-credentials";

type AccountUpdate = {
  account: number;
  /** The revision of the credentials as the caller saw it. */
  revision: number;
  credentials: VendorCredentials;
  /** The doubt that a person has read and decided against; another one is still reported. */
  savesDespite: CredentialDoubt | null;
  /**
   * One of the account's payments has to prove that it is the same account, as long as it is in use or has payments,
   * whatever a person decides (0315). Adyen's HMAC key has to be that of the account or of the one in use, also when
   * the account is not in use.
   */
  needsProofInUse?: boolean;
  author: AccountAuthor;
};
type UpdateAccountRefusal =
  | CredentialProblem
  /** `doubt`: null where the account has no payment that could prove it. */
  | { kind: "not_proven"; doubt: CredentialProblem | null }
  /** Who has the new signing key decides what this service takes for paid, and no payment proves whose it is. */
  | { kind: "other_signing_key" }
  | { kind: "account_not_found" }
  | { kind: "changed_meanwhile" };

/**
 * Gives an account, in use or not, new credentials: from the next call on every process uses them, for its earlier payments
 * too. Safe to repeat: the same credentials change nothing.
 */
export async function updateAccount(
  deps: Deps,
  merchantId: number,
  { account, revision, credentials, savesDespite, needsProofInUse = false, author }: AccountUpdate,
): Promise<Result<GatewayAccount, UpdateAccountRefusal>> {
  const { gateway } = credentials;
  const find = async (db: Db): Promise<GatewayAccount | null> =>
    (await listAccounts(db, merchantId, gateway)).find((each) => each.account === account) ?? null;

  const before = await find(deps.pool);
  if (before === null) return err({ kind: "account_not_found" });
  if (await hasCredentials(deps, deps.pool, before, credentials)) return ok(before);
  const { problem, isProven } = await examineCredentials(deps, merchantId, credentials, account);
  if (problem?.kind === "refused") return err(problem);
  const needsProof = async (db: Db, current: GatewayAccount): Promise<boolean> =>
    needsProofInUse && !isProven && (await decidesAboutMoney(db, current));
  if (await needsProof(deps.pool, before)) return err({ kind: "not_proven", doubt: problem });
  const isSignedOtherwise = async (db: Db, current: GatewayAccount): Promise<boolean> =>
    needsProofInUse && (await bringsOtherSigningKey(deps, db, current, credentials));
  if (await isSignedOtherwise(deps.pool, before)) return err({ kind: "other_signing_key" });
  if (problem !== null && problem.kind !== savesDespite) return err(problem);

  return inTransaction<Result<GatewayAccount, UpdateAccountRefusal>>(deps.pool, async (db) => {
    await lockMerchant(db, merchantId);
    const current = await find(db);
    if (current === null) return err({ kind: "account_not_found" });
    if (await hasCredentials(deps, db, current, credentials)) return ok(current);
    if (current.revision !== revision) return err({ kind: "changed_meanwhile" });
    // Put in use, or given a payment, while the vendor was called.
    if (await needsProof(db, current)) return err({ kind: "not_proven", doubt: problem });
    if (await isSignedOtherwise(db, current)) return err({ kind: "other_signing_key" });
    const changed: GatewayAccount = {
      ...current,
      ...identityOf(credentials),
      changedAt: deps.clock.now(),
      changedBy: author.name,
      changedKey: author.keyId,
    };
    const sealed = sealCredentials(deps.saltBox, changed, credentials);
    const updated = await saveCredentials(db, changed, sealed);
    if (updated.retiredAt === null) await closeCircuit(db, updated);
    return ok(updated);
  });
}

/**
 * An account that was taken out of use, which takes one person, is still asked what became of its payments and refunds: by an id of
 * ours, at a vendor where it is free in every account.
 */
async function decidesAboutMoney(db: Db, account: GatewayAccount): Promise<boolean> {
  const { retiredAt } = account;
  if (retiredAt === null) return true;
  return mayHavePayments(db, account, new Date(retiredAt.getTime() + INITIALISATION_LIMIT_MS));
}

/**
 * Adyen signs the record itself (decision 0307): with a key of their own, one person could report payments that nobody
 * made. Other vendors' notifications only cause a lookup. An account that was taken out of use still has open payments
 * and refunds: it may get the key of the account in use, which two people have confirmed, and no other.
 */
async function bringsOtherSigningKey(
  deps: Pick<Deps, "saltBox">,
  db: Db,
  account: GatewayAccount,
  credentials: VendorCredentials,
): Promise<boolean> {
  if (credentials.gateway !== "adyen") return false;
  const { hmac_key: key } = credentials;
  if (await hasSigningKey(deps, db, account, key)) return false;
  if (account.retiredAt === null) return true;
  const inUse = (await accountsInUse(db, account.merchantId)).get(account.gateway);
  return inUse === undefined || !(await hasSigningKey(deps, db, { ...account, ...inUse }, key));
}

/** False also where the stored credentials cannot be read. */
async function hasSigningKey(
  { saltBox }: Pick<Deps, "saltBox">,
  db: Db,
  account: GatewayAccountKey,
  key: string,
): Promise<boolean> {
  const found = await findSealedCredentials(db, account, null);
  if (found === null || found.sealed === null) return false;
  try {
    const stored = openCredentials(saltBox, account, found.sealed);
    return stored.gateway === "adyen" && stored.hmac_key.toLowerCase() === key.toLowerCase();
  } catch {
    return false;
  }
}
