import { DECLINE_REASONS, type DeclineReason } from "../contract/decline-reasons";

/**
 * The service's decline reason. One that a newer service has added is `unknown` here. Null for a payment that has none,
 * and where the service returns none.
 */
export function readDeclineReason(reason: string | null | undefined): DeclineReason | null {
  if (reason === null || reason === undefined) return null;
  return DECLINE_REASONS.find((known) => known === reason) ?? "unknown";
}
