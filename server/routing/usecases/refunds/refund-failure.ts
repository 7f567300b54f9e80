import { cleanFailure } from "../../domain/payments/failure";
import type { Refund, RefundFailure } from "../../domain/refunds/refund";
import type { GatewayFailure, GatewayRefund } from "../../gateway/port";
import { refundFailureReason } from "../../gateway/refund-reasons";

/** What a gateway says of a refund that it did not make, with one of the reasons that all gateways share. */
export function readRefundFailure(gateway: string, given: GatewayFailure | undefined): RefundFailure {
  const cleaned = given === undefined ? null : cleanFailure(given);
  const { code, message } = cleaned ?? { code: null, message: null };
  return { reason: refundFailureReason(gateway, code), code, message };
}

export function isSameFailure(a: RefundFailure, b: RefundFailure | null): boolean {
  return a.reason === b?.reason && a.code === b.code && a.message === b.message;
}

/** Null unless it failed. One that was refused for good cannot be made, also when its vendor does not say why. */
export function failureOfRefund(
  { gateway }: Pick<Refund, "gateway">,
  reported: GatewayRefund,
): RefundFailure | null {
  if (reported.status !== "FAILURE") return null;
  const failure = readRefundFailure(gateway, reported.failure);
  const isRefused = reported.gatewayRefundId === null && failure.reason === "unknown";
  return isRefused ? { ...failure, reason: "refused" } : failure;
}
