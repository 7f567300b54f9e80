import type { Pool } from "@/server/platform/pool";
import { inTransaction } from "@/server/platform/transaction";
import type { Vault } from "../../auth/vault";
import { listSealedUrls, lockChannel, saveSealedUrl } from "../store/chat-channels";

type Deps = { pool: Pool; vault: Vault };

/** `resealed`: rows that were changed. `unreadable`: rows that no key of the vault opens. `total`: all rows. */
type Resealed = { resealed: number; unreadable: number; total: number };

/**
 * Seals the addresses of all chat channels again with the first key of the vault, each in a transaction of its own under
 * its row's lock: an address that is changed meanwhile is not overwritten, and the command can be killed and repeated.
 */
export async function resealChannels({ pool, vault }: Deps): Promise<Resealed> {
  const counts = { resealed: 0, unreadable: 0, total: 0 };
  for (const { id } of await listSealedUrls(pool)) {
    await inTransaction(pool, async (db) => {
      const channel = await lockChannel(db, id);
      if (channel === null) return;
      counts.total += 1;
      const resealed = vault.reseal(channel.sealedUrl, id);
      if (resealed === null) counts.unreadable += 1;
      else if (resealed.isChanged) {
        await saveSealedUrl(db, id, resealed.sealed);
        counts.resealed += 1;
      }
    });
  }
  return counts;
}

/** How many channels have an address that the vault cannot open: nothing can be sent to them. */
export async function countUnreadableChannels({ pool, vault }: Deps): Promise<Resealed> {
  const all = await listSealedUrls(pool);
  const unreadable = all.filter(({ id, sealedUrl }) => vault.open(sealedUrl, id) === null).length;
  return { resealed: 0, unreadable, total: all.length };
}
