import { hasConfiguredVendor } from "../../store/gateways/configured-vendors";
import { listAccounts } from "../../store/gateways/gateway-accounts";
import type { Deps } from "../deps";

/**
 * Whether no money moves for the merchant, nor ever did: the environment has test gateways alone and never had another, and the
 * merchant has entered no account of its own, not even one that is out of use and still refunds.
 */
export async function movesNoMoney(
  deps: Pick<Deps, "pool" | "gateways">,
  merchantId: number,
): Promise<boolean> {
  const gateways = [...deps.gateways.values()];
  if (gateways.length === 0 || gateways.some(({ isTest }) => !isTest)) return false;
  if (await hasConfiguredVendor(deps.pool)) return false;
  return (await listAccounts(deps.pool, merchantId, null)).length === 0;
}
