import { areRefundsHeld } from "@/server/platform/refund-hold";
import type { Deps } from "../deps";

/**
 * Whether the refund hold applies: the service was restored from a backup and refunds are not released yet (decision
 * 0237).
 */
export function refundsAreHeld(deps: Deps): Promise<boolean> {
  return areRefundsHeld(deps.pool);
}
