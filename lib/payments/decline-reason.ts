import { DECLINE_REASONS, type DeclineReason } from "../contract/decline-reasons";

/**
 * The service's decline reason. One that a newer service has added is `unknown` here. Null for a payment that has none,
 * and where the service returns none.
 */
export function readDeclineReason(reason: string | null | undefined): DeclineReason | null {
  if (reason === null || reason === undefined) return null;
  return DECLINE_REASONS.find((known) => known === reason) ?? "unknown";
}

/**
 * What the list of payments is filtered by: a reason, or all that count against the gateway, or all that no gateway could
 * have avoided (decision 0312). Values in the address: only add to them.
 */
export const DECLINE_FILTERS = ["against_gateway", "unavoidable", ...DECLINE_REASONS] as const;
export type DeclineFilter = (typeof DECLINE_FILTERS)[number];
