import { areRefundsHeld } from "@/server/platform/refund-hold";
import type { Deps } from "../deps";

/** Whether the service was restored from a backup and nobody has released refunds since (decision 0237). */
export function refundsAreHeld(deps: Deps): Promise<boolean> {
  return areRefundsHeld(deps.pool);
}
