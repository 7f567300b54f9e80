import type { Db } from "@/server/platform/pool";
import { listAccounts } from "./store/accounts";

/** The name of an account, for messages that are read outside of the dashboard; null while there is no other account. */
export type AccountLabel = (id: number) => Promise<string | null>;

/**
 * Reads the names each time through a connection of the first account: names change, and a message uses the current
 * one. Closed accounts do not count as another one, but what still happens in one is said to be of it.
 */
export function createAccountLabel(db: Db): AccountLabel {
  return async (id) => {
    const shown = (await listAccounts(db)).filter(
      (account) => account.closedAt === null || account.id === id,
    );
    return shown.length > 1 ? (shown.find((account) => account.id === id)?.name ?? null) : null;
  };
}
