import type { Services } from "../../runtime";
import { openCredentials } from "../credentials";
import type { Account } from "../store/accounts";

/** Two accounts with one key would be one merchant twice: each would count only its own refunds. */
export function isKeyInUse(
  { routing, vault }: Pick<Services, "routing" | "vault">,
  accounts: readonly Account[],
  { baseUrl, apiKey }: { baseUrl: string; apiKey: string },
): boolean {
  if (routing.signsFor(baseUrl, apiKey)) return true;
  return accounts.some((account) => {
    if (account.baseUrl !== baseUrl || account.sealedCredentials === null) return false;
    return openCredentials(vault, account.slug, account.sealedCredentials)?.apiKey === apiKey;
  });
}
