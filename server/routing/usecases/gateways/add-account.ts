import type { CredentialDoubt, VendorCredentials } from "@/lib/contract/ops/gateway-accounts";
import { err, ok, type Result } from "@/lib/result";
import type { Db } from "@/server/platform/pool";
import { inTransaction } from "@/server/platform/transaction";
import { CLEAN } from "../../domain/gateways/circuit";
import {
  type AccountAuthor,
  type GatewayAccount,
  identityOf,
  MAX_ACCOUNTS,
} from "../../domain/gateways/gateway-account";
import {
  findSealedCredentials,
  insertAccount,
  keepAccount,
  listAccounts,
  saveAccountInUse,
} from "../../store/gateways/gateway-accounts";
import { lockGatewayHealth, saveGatewayHealth } from "../../store/gateways/gateway-health";
import { lockMerchant } from "../../store/keys/merchants";
import type { Deps } from "../deps";
import { type CredentialProblem, examineCredentials } from "./examine-credentials";
import { ownCircuit } from "./gateway-of";
import { openCredentials, sealCredentials } from "./sealed-credentials";

type NewAccount = {
  credentials: VendorCredentials;
  /** The account in use as the caller saw it; null for none. `unused`: the new one is not put in use. */
  replaces: number | null | "unused";
  /** The doubt that a person has read and decided against; another one is still reported. */
  savesDespite: CredentialDoubt | null;
  author: AccountAuthor;
};
export type AddAccountRefusal =
  | CredentialProblem
  | { kind: "changed_meanwhile" }
  | { kind: "too_many_accounts" };

/**
 * Adds an account at a vendor and uses it for the merchant's new payments from the next one on, in every process. Payments
 * of earlier accounts stay with them. One that is not put in use waits for that like an account out of use: without a payment it
 * is deleted a day later. Safe to repeat: the same credentials are added once, and the day begins again.
 */
export async function addAccount(
  deps: Deps,
  merchantId: number,
  { credentials, replaces, savesDespite, author }: NewAccount,
): Promise<Result<GatewayAccount, AddAccountRefusal>> {
  const { gateway } = credentials;
  const before = await listAccounts(deps.pool, merchantId, gateway);
  const isUsed = replaces !== "unused";
  const repeated = await savedWith(deps, deps.pool, before, credentials, isUsed);
  if (repeated !== null && (await isKept(deps, deps.pool, repeated))) return ok(repeated);
  const { problem } = await examineCredentials(deps, merchantId, credentials, null);
  if (problem !== null && problem.kind !== savesDespite) return err(problem);

  return inTransaction<Result<GatewayAccount, AddAccountRefusal>>(deps.pool, async (db) => {
    await lockMerchant(db, merchantId);
    const accounts = await listAccounts(db, merchantId, gateway);
    // A second click, whose call at the vendor took as long.
    const saved = await savedWith(deps, db, accounts, credentials, isUsed);
    if (saved !== null && (await isKept(deps, db, saved))) return ok(saved);
    const inUse = accounts.find(({ retiredAt }) => retiredAt === null)?.account ?? null;
    if (isUsed && inUse !== replaces) return err({ kind: "changed_meanwhile" });
    if (accounts.length >= MAX_ACCOUNTS) return err({ kind: "too_many_accounts" });
    const at = deps.clock.now();
    const account = {
      merchantId,
      gateway,
      account: Math.max(0, ...accounts.map((each) => each.account)) + 1,
      ...identityOf(credentials),
      createdAt: at,
      createdBy: author.name,
      changedAt: at,
      changedBy: author.name,
      changedKey: author.keyId,
      usedAt: isUsed ? at : null,
      usedBy: isUsed ? author.name : null,
      usedKey: isUsed ? author.keyId : null,
      retiredAt: isUsed ? null : at,
      retiredBy: isUsed ? null : author.name,
      retiredKey: isUsed ? null : author.keyId,
    };
    if (isUsed) await saveAccountInUse(db, { merchantId, gateway, account: null }, { at, author });
    const added = await insertAccount(db, account, sealCredentials(deps.saltBox, account, credentials));
    if (isUsed) await closeCircuit(db, added);
    return ok(added);
  });
}

/** The account in use, or with `isUsed` false any account, if it has exactly these credentials. */
async function savedWith(
  deps: Deps,
  db: Db,
  accounts: readonly GatewayAccount[],
  credentials: VendorCredentials,
  isUsed: boolean,
): Promise<GatewayAccount | null> {
  for (const account of accounts) {
    if (isUsed && account.retiredAt !== null) continue;
    if (await hasCredentials(deps, db, account, credentials)) return account;
  }
  return null;
}

/** The day of one that is not in use begins again. False when it was deleted a moment ago, which takes no merchant's lock. */
async function isKept({ clock }: Deps, db: Db, account: GatewayAccount): Promise<boolean> {
  return account.retiredAt === null || keepAccount(db, account, clock.now());
}

/** Whether an account has exactly these credentials. */
export async function hasCredentials(
  { saltBox }: Pick<Deps, "saltBox">,
  db: Db,
  account: GatewayAccount,
  credentials: VendorCredentials,
): Promise<boolean> {
  const found = await findSealedCredentials(db, account, null);
  if (found === null || found.sealed === null) return false;
  try {
    return sorted(openCredentials(saltBox, account, found.sealed)) === sorted(credentials);
  } catch {
    // They do not open, so they have to be replaced.
    return false;
  }
}

const sorted = (credentials: VendorCredentials): string =>
  JSON.stringify(Object.entries(credentials).sort(([a], [b]) => (a < b ? -1 : 1)));

/** Other credentials deserve a call at once, whatever happened with those before. */
export async function closeCircuit(db: Db, { gateway, merchantId }: GatewayAccount): Promise<void> {
  const circuit = ownCircuit(gateway, merchantId);
  const health = await lockGatewayHealth(db, circuit);
  await saveGatewayHealth(db, circuit, { ...health, circuit: CLEAN });
}
