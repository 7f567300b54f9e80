import { recordConfiguredVendors } from "../../store/gateways/configured-vendors";
import type { Deps } from "../deps";

/** Notes the vendors of this process, for the command line that creates merchants and does not know them. */
export function recordVendors(deps: Pick<Deps, "pool" | "gateways">): Promise<void> {
  const vendors = [...deps.gateways.values()].filter(({ isTest }) => !isTest);
  return recordConfiguredVendors(
    deps.pool,
    vendors.map(({ name }) => name),
  );
}
