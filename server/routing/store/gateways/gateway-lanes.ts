import { VENDORS } from "@/lib/contract/ops/gateway-accounts";
import { TEST_GATEWAY } from "../../domain/payments/test-payment";

/**
 * Rows of one gateway wait for each other, and never for those of another. These are all gateways that records may name: those
 * of this process, and those that it no longer has.
 */
export function gatewayLanes(gateways: ReadonlyMap<string, unknown>): string[] {
  return [...new Set([TEST_GATEWAY, ...VENDORS, ...gateways.keys()])];
}
