import { UNUSED_KEPT_MS } from "../../domain/gateways/gateway-account";
import { deleteUnusedAccounts as deleteAccounts } from "../../store/gateways/account-payments";
import type { Deps } from "../deps";

/**
 * Deletes the accounts that take no new payments any more and have none: nothing needs their credentials (decision 0311).
 * False: there are never more than one statement deletes.
 */
export async function deleteUnusedAccounts(deps: Pick<Deps, "pool" | "clock" | "logger">): Promise<boolean> {
  const before = new Date(deps.clock.now().getTime() - UNUSED_KEPT_MS);
  for (const { merchantId, gateway, account } of await deleteAccounts(deps.pool, before)) {
    deps.logger.info(
      { merchantId, gateway, account },
      "an account at a vendor that no payment needs was deleted",
    );
  }
  return false;
}
