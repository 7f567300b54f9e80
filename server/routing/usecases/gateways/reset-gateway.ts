import { inTransaction } from "@/server/platform/transaction";
import { CLEAN } from "../../domain/gateways/circuit";
import { accountsInUse } from "../../store/gateways/gateway-accounts";
import {
  type GatewayHealth,
  lockGatewayHealth,
  saveGatewayHealth,
} from "../../store/gateways/gateway-health";
import type { Deps } from "../deps";
import { ownCircuit } from "./gateway-of";

/**
 * Closes a gateway's circuit manually; null when this process has no such gateway. That of the merchant's own account,
 * where it has one in use. Keeps the record of its last failure.
 */
export async function resetGateway(
  deps: Deps,
  merchantId: number,
  gateway: string,
): Promise<GatewayHealth | null> {
  const own = await accountsInUse(deps.pool, merchantId);
  if (!deps.gateways.has(gateway) && !own.has(gateway)) return null;
  const circuit = own.has(gateway) ? ownCircuit(gateway, merchantId) : gateway;
  return inTransaction(deps.pool, async (db) => {
    const health = { ...(await lockGatewayHealth(db, circuit)), circuit: CLEAN };
    await saveGatewayHealth(db, circuit, health);
    return health;
  });
}
