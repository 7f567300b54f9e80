import type { Runtime, Services } from "../runtime";
import { usableAccounts } from "./open-accounts";

/** The services of every account, the first one first, for what concerns a person in all of them. */
export async function everyAccount(runtime: Runtime): Promise<Services[]> {
  return [runtime, ...(await usableAccounts(runtime.accounts, runtime.logger))];
}
