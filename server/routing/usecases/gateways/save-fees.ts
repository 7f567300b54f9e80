import { err, ok, type Result } from "@/lib/result";
import { inTransaction } from "@/server/platform/transaction";
import type { Fee, FeeList } from "../../domain/gateways/fee";
import { listFees, saveFees } from "../../store/gateways/gateway-fees";
import type { Deps } from "../deps";
import { gatewaysFor } from "./gateway-of";

type FeeChange = { gateway: string; revision: number; fees: readonly Fee[]; author: string };
type SaveFeesRefusal =
  | { kind: "gateway_not_found" }
  /** `by`: who saved the fees that are in force; null when none were saved. */
  | { kind: "changed_meanwhile"; by: string | null };

/**
 * Replaces the fees of a gateway, if `revision` is still the one in force. Decisions that were made stay as they are: the
 * next count of outcomes uses the new ones (decision 0317).
 */
export async function saveGatewayFees(
  deps: Deps,
  merchantId: number,
  { gateway, revision, fees, author }: FeeChange,
): Promise<Result<FeeList, SaveFeesRefusal>> {
  const known = await gatewaysFor(deps, merchantId);
  return inTransaction<Result<FeeList, SaveFeesRefusal>>(deps.pool, async (db) => {
    const changed = { at: deps.clock.now(), by: author };
    const before = (await listFees(db, merchantId)).find((list) => list.gateway === gateway);
    // Fees of a gateway that is gone can still be removed.
    if (!known.has(gateway) && before === undefined) return err({ kind: "gateway_not_found" });
    const isSaved = await saveFees(db, merchantId, { gateway, revision, fees, changed });
    const now = (await listFees(db, merchantId)).find((list) => list.gateway === gateway);
    if (!isSaved || now === undefined) {
      return err({ kind: "changed_meanwhile", by: now?.changed?.by ?? null });
    }
    return ok(now);
  });
}
