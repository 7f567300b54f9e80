import { recordConfiguredVendors } from "../../store/gateways/configured-vendors";
import type { Deps } from "../deps";

/**
 * Stores the vendors of this process for the command line, which creates merchants without the gateway configuration.
 */
export function recordVendors(deps: Pick<Deps, "pool" | "gateways">): Promise<void> {
  const vendors = [...deps.gateways.values()].filter(({ isTest }) => !isTest);
  return recordConfiguredVendors(
    deps.pool,
    vendors.map(({ name }) => name),
  );
}
