import { covers } from "@/lib/can";
import type { Db } from "@/server/platform/pool";
import { findLastLinkMaker } from "../store/person-links";

/**
 * Whether an admin of the first account answers for it that the person is who their address says: whoever made the link with
 * which the password was set could have opened it. Only such a person is given a role by people of another account, who know
 * the address alone (decision 0302). The caller holds a lock on the person. `home`: the first account's tables.
 */
export async function isConfirmed(home: Db, personId: string, at: Date): Promise<boolean> {
  const maker = await findLastLinkMaker(home, personId, at);
  return maker === null || covers(maker, "admin");
}
