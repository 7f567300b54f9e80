import { listAccounts } from "../../store/gateways/gateway-accounts";
import type { Deps } from "../deps";

/**
 * Whether no money moves for the merchant: each gateway of the environment is a test, and the merchant has entered no account of its
 * own, not even one that is out of use and still refunds.
 */
export async function movesNoMoney(
  deps: Pick<Deps, "pool" | "gateways">,
  merchantId: number,
): Promise<boolean> {
  if ([...deps.gateways.values()].some(({ isTest }) => !isTest)) return false;
  return (await listAccounts(deps.pool, merchantId, null)).length === 0;
}
