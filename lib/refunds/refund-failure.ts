import type { RefundFailureReason } from "../contract/refund-failures";

/** Why a refund failed, or, while it is open, why its gateway does not accept it yet; the message is the gateway's own. */
export type RefundFailureView = { reason: RefundFailureReason; message: string | null };

/**
 * What can follow a failed refund. `again`: the same refund may succeed. `manual`: the gateway will never make it, and the
 * money can only be returned another way. `wait`: the bank decides on the dispute, and may return the money itself.
 */
const NEXT_STEP = {
  window_over: "manual",
  disputed: "wait",
  insufficient_balance: "again",
  account_closed: "manual",
  refused: "manual",
  unknown: "again",
} as const satisfies Record<RefundFailureReason, "again" | "manual" | "wait">;

/** `again` without a known failure: a service without the extension gives none. */
export function nextStepAfter(failure: RefundFailureView | null): "again" | "manual" | "wait" {
  return failure === null ? "again" : NEXT_STEP[failure.reason];
}
