import type { FeeList } from "../../domain/gateways/fee";
import { listFees } from "../../store/gateways/gateway-fees";
import type { Deps } from "../deps";
import { gatewaysFor } from "./gateway-of";

/** The fees of every gateway of the merchant, also of those without any, and of earlier gateways that still have some. */
export async function listGatewayFees(deps: Deps, merchantId: number): Promise<FeeList[]> {
  const [saved, gateways] = await Promise.all([
    listFees(deps.pool, merchantId),
    gatewaysFor(deps, merchantId),
  ]);
  const others = saved.filter(({ gateway, fees }) => !gateways.has(gateway) && fees.length > 0);
  const current = [...gateways.keys()].map(
    (gateway): FeeList =>
      saved.find((list) => list.gateway === gateway) ?? { gateway, revision: 0, fees: [], changed: null },
  );
  return [...current, ...others];
}
