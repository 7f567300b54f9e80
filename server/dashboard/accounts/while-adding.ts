import { runExclusive } from "@/server/platform/run-exclusive";
import type { AccountOutcome } from "@/lib/accounts/account-views";
import type { Pool } from "@/server/platform/pool";
import type { Services } from "../runtime";
import type { Accounts } from "./accounts";
import { type KnownAccount } from "./find-same-merchant";

/**
 * One change of keys at a time in all processes: who compares a key with the accounts that there are must see the account
 * that is being added.
 */
export async function whileAdding(
  home: Pool,
  change: () => Promise<AccountOutcome>,
): Promise<AccountOutcome> {
  const run = await runExclusive(home, "keys of merchant accounts", () => change());
  return run.kind === "busy" ? { kind: "busy" } : run.value;
}

/** Every account but one, closed ones too: a reopened account must not be the second of its merchant. */
export async function knownAccounts(
  home: Services,
  accounts: Pick<Accounts<Services>, "first" | "list" | "findById">,
  but: number | null = null,
): Promise<KnownAccount[]> {
  const [first, all] = await Promise.all([accounts.first(), accounts.list()]);
  const others = await Promise.all(
    all
      .filter(({ id }) => id !== but)
      .map(async ({ id, name }) => ({ name, services: await accounts.findById(id).catch(() => null) })),
  );
  return [{ name: first.name, services: home }, ...others];
}
