import { inTransaction } from "@/server/platform/transaction";
import { CLEAN } from "../../domain/gateways/circuit";
import {
  type GatewayHealth,
  lockGatewayHealth,
  saveGatewayHealth,
} from "../../store/gateways/gateway-health";
import type { Deps } from "../deps";

/**
 * Closes a gateway's circuit manually; null when this process has no such gateway. Keeps the record of its last
 * failure.
 */
export async function resetGateway(deps: Deps, gateway: string): Promise<GatewayHealth | null> {
  if (!deps.gateways.has(gateway)) return null;
  return inTransaction(deps.pool, async (db) => {
    const health = { ...(await lockGatewayHealth(db, gateway)), circuit: CLEAN };
    await saveGatewayHealth(db, gateway, health);
    return health;
  });
}
