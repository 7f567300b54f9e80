import { merchantPublicId } from "../store/keys/merchants";
import type { Deps } from "./deps";

/** The id by which a merchant's tools know it under any address (decision 0355). */
export function readPublicId(deps: Deps, merchantId: number): Promise<string> {
  return merchantPublicId(deps.pool, merchantId);
}
