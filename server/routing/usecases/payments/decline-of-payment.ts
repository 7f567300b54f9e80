import { DECLINE_REASONS, type DeclineReason } from "@/lib/contract/decline-reasons";
import type { Payment } from "../../domain/payments/payment";
import { declineReasonOf, mappedCodes } from "../../gateway/decline-reasons";
import type { DeclineCondition } from "../../store/payments/declined-payments";

/**
 * Why a payment was not paid; null unless it has failed or was dropped, and for one that no gateway opened. Without a
 * code, the customer left a dropped one (decision 0312).
 */
export function declineOf({
  status,
  gateway,
  failure,
}: Pick<Payment, "status" | "gateway" | "failure">): DeclineReason | null {
  if ((status !== "FAILURE" && status !== "DROP") || gateway === null) return null;
  return reasonOf(gateway, status, failure?.code ?? null);
}

/** The reason of a payment that was not paid, from what is stored of it. */
export function reasonOf(gateway: string, status: "FAILURE" | "DROP", code: string | null): DeclineReason {
  if (code === null && status === "DROP") return "customer_abandoned";
  return declineReasonOf(gateway, code);
}

/** The reasons as a condition on stored codes; null where every reason is wanted. */
export function declineCondition(reasons: readonly DeclineReason[]): DeclineCondition {
  const wanted = new Set(reasons);
  const keysOf = (isOf: (reason: DeclineReason) => boolean): string[] =>
    mappedCodes().flatMap(({ vendor, code, reason }) => (isOf(reason) ? [`${vendor} ${code}`] : []));
  return {
    keys: keysOf((reason) => wanted.has(reason)),
    keysOfOthers: wanted.has("unknown") ? keysOf(() => true) : null,
    withAbandoned: wanted.has("customer_abandoned"),
  };
}

export function byReason(one: DeclineReason, other: DeclineReason): number {
  return DECLINE_REASONS.indexOf(one) - DECLINE_REASONS.indexOf(other);
}
