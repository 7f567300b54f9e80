import { err, ok, type Result } from "@/lib/result";
import { inTransaction } from "@/server/platform/transaction";
import type { AccountAuthor, GatewayAccount } from "../../domain/gateways/gateway-account";
import { listAccounts, saveAccountInUse } from "../../store/gateways/gateway-accounts";
import { lockMerchant } from "../../store/keys/merchants";
import type { Deps } from "../deps";
import { closeCircuit } from "./add-account";

export type AccountChoice = {
  gateway: string;
  account: number | null;
  replaces: number | null;
  author: AccountAuthor;
};
export type UseAccountRefusal = { kind: "account_not_found" } | { kind: "changed_meanwhile" };

/**
 * Decides which account takes the merchant's new payments at a vendor: one of its own, or with null the environment's, if
 * there is one. Nothing else changes: earlier payments stay in their accounts. Returns the account in use.
 */
export function useAccount(
  deps: Pick<Deps, "pool" | "clock">,
  merchantId: number,
  { gateway, account, replaces, author }: AccountChoice,
): Promise<Result<GatewayAccount | null, UseAccountRefusal>> {
  return inTransaction<Result<GatewayAccount | null, UseAccountRefusal>>(deps.pool, async (db) => {
    await lockMerchant(db, merchantId);
    const accounts = await listAccounts(db, merchantId, gateway);
    const chosen = accounts.find((each) => each.account === account) ?? null;
    if (account !== null && chosen === null) return err({ kind: "account_not_found" });
    const inUse = accounts.find(({ retiredAt }) => retiredAt === null)?.account ?? null;
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
