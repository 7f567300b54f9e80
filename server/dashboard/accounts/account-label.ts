import type { Db } from "@/server/platform/pool";
import { listAccounts } from "./store/accounts";

/** The name of an account, for messages that are read outside of the dashboard; null while there is no other account. */
export type AccountLabel = (id: number) => Promise<string | null>;

/**
 * By a connection of the first account. Read each time: names change, and a message says the name of now. Closed accounts
 * do not count as another one, but what still happens in one is said to be of it.
 */
export function createAccountLabel(db: Db): AccountLabel {
  return async (id) => {
    const shown = (await listAccounts(db)).filter(
      (account) => account.closedAt === null || account.id === id,
    );
    return shown.length > 1 ? (shown.find((account) => account.id === id)?.name ?? null) : null;
  };
}
