import { formatPaise, parseAmount } from "@/lib/money";
import type { ResolveUnknownRefundOutcome } from "@/lib/refunds/unknown-refund-views";
import type { Ctx } from "../../context";
import type { IntentResponse, RefundIntent } from "../domain/refund-intent";
import { isNotOlder } from "../domain/unknown-refund";
import { serviceErrorOf } from "../../routing-client/call-result";
import { findIntentByRefund } from "../store/refund-intents";

export type Verified =
  | { kind: "answer"; response: IntentResponse }
  | Extract<
      ResolveUnknownRefundOutcome,
      { kind: "wrong_refund" | "contradicted" | "payment_gone" | "service_error" }
    >;

/**
 * Whether the service's refund of this id can be the intent's: same payment and amount, not older than the request, and
 * not matched to another intent.
 */
export async function verifyRefundId(ctx: Ctx, intent: RefundIntent, refundId: string): Promise<Verified> {
  const response = await ctx.routing.refundStatus(refundId);
  if (response.kind !== "answered") {
    if (response.kind === "refused" && response.refusal.kind === "not_found") {
      return { kind: "wrong_refund", fault: "not_found" };
    }
    return { kind: "service_error", serviceError: serviceErrorOf(response) };
  }
  const refund = response.value;
  if (refund.transaction_id !== intent.transactionId) {
    return { kind: "wrong_refund", fault: "other_payment", actual: refund.transaction_id };
  }
  const amount = parseAmount(refund.refund_amount);
  if (!amount.ok || amount.value !== intent.amountPaise) {
    const recorded = amount.ok ? formatPaise(amount.value) : refund.refund_amount;
    return { kind: "wrong_refund", fault: "other_amount", actual: recorded };
  }
  const owner = await findIntentByRefund(ctx.pool, intent.serviceAddress, refund.refund_id);
  if (owner !== null) return { kind: "wrong_refund", fault: "taken" };
  if (!isNotOlder(refund, intent)) return { kind: "wrong_refund", fault: "older" };
  return {
    kind: "answer",
    response: { state: "ACCEPTED", refundId: refund.refund_id, refundStatus: refund.refund_status },
  };
}
