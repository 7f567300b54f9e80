import type { Pool } from "@/server/platform/pool";
import { inTransaction } from "@/server/platform/transaction";
import type { Vault } from "../../auth/vault";
import { openCredentials, resealCredentials } from "../credentials";
import { listAccounts, lockAccount, updateSealing } from "../store/accounts";

type Deps = { pool: Pool; vault: Vault };

/** `resealed`: rows that were changed. `unreadable`: rows that no key of the vault opens. `total`: all rows. */
type ResealedAccounts = { resealed: number; unreadable: number; total: number };

/**
 * Seals the credentials of every account again with the first key of the vault (decision 0263). Each in a transaction of its
 * own, so the command can be killed and repeated.
 */
export async function resealAccounts({ pool, vault }: Deps): Promise<ResealedAccounts> {
  const counts = { resealed: 0, unreadable: 0, total: 0 };
  for (const { id } of await listAccounts(pool)) {
    const outcome = await inTransaction(pool, async (db) => {
      const account = await lockAccount(db, id);
      if (account === null || account.sealedCredentials === null) return "none";
      const again = resealCredentials(vault, account.slug, account.sealedCredentials);
      if (again === null) return "unreadable";
      if (!again.isChanged) return "current";
      await updateSealing(db, id, again.sealed);
      return "resealed";
    });
    if (outcome === "none") continue;
    counts.total += 1;
    if (outcome !== "current") counts[outcome] += 1;
  }
  return counts;
}

/** How many accounts cannot be used, because no key of the vault opens their credentials. */
export async function countUnreadableAccounts({ pool, vault }: Deps): Promise<ResealedAccounts> {
  const counts = { resealed: 0, unreadable: 0, total: 0 };
  for (const { slug, sealedCredentials } of await listAccounts(pool)) {
    if (sealedCredentials === null) continue;
    counts.total += 1;
    if (openCredentials(vault, slug, sealedCredentials) === null) counts.unreadable += 1;
  }
  return counts;
}
