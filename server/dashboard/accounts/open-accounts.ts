import type { Logger } from "@/server/platform/log";
import type { Services } from "../runtime";
import type { Accounts } from "./accounts";
import { UnreadableCredentialsError } from "./registry";

/**
 * Brings the tables of every account to the newest version at start. An account whose credentials no key opens is left
 * out, with an error in the log; the others work.
 */
export async function openAccounts(accounts: Accounts<Services>, logger: Logger): Promise<Services[]> {
  for (const { id } of await accounts.list()) await accounts.prepare(id);
  return usableAccounts(accounts, logger);
}

/** Those whose credentials open, for what happens in each of them again and again. */
export async function usableAccounts(accounts: Accounts<Services>, logger: Logger): Promise<Services[]> {
  const found: Services[] = [];
  for (const { id, slug } of await accounts.list()) {
    try {
      const services = await accounts.findById(id);
      if (services !== null) found.push(services);
    } catch (error) {
      if (!(error instanceof UnreadableCredentialsError)) throw error;
      logger.error({ account: slug }, error.message);
    }
  }
  return found;
}
