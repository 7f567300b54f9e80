import type { RefundRecord } from "@/lib/contract/responses";
import type { RefundLookup, RefundView } from "@/lib/views";
import { requirePermission } from "../auth/authorize";
import type { Ctx } from "../context";
import { identifierFault } from "../domain/reference";
import { troubleOf } from "../routing-client/answer";

import { findIntentByRefund } from "../store/refund-intents";
import { readRefundStatus } from "./read-refund-status";
import { shareRefundLookup } from "./share-refund-lookup";

/** One refund as the service has it now, made here or elsewhere. */
export async function findRefund(ctx: Ctx, refundId: string): Promise<RefundLookup> {
  await requirePermission(ctx, "view_refunds", { kind: "refund", id: refundId });
  if (identifierFault(refundId, "refund id") !== null) {
    return { kind: "not_found", refundId, checkedAt: ctx.clock.now().toISOString() };
  }
  return shareRefundLookup(ctx, refundId, () => look(ctx, refundId));
}

async function look(ctx: Ctx, refundId: string): Promise<RefundLookup> {
  const answer = await readRefundStatus(ctx, refundId);
  const checkedAt = ctx.clock.now().toISOString();
  if (answer.kind === "answered") {
    return { kind: "found", refund: await presentRefund(ctx, answer.value), checkedAt };
  }
  if (answer.kind === "refused" && answer.refusal.kind === "not_found") {
    return { kind: "not_found", refundId, checkedAt };
  }
  return { kind: "trouble", refundId, trouble: troubleOf(answer), checkedAt };
}

async function presentRefund(ctx: Ctx, refund: RefundRecord): Promise<RefundView> {
  const intent = await findIntentByRefund(ctx.pool, ctx.routing.serviceAddress, refund.refund_id);
  return {
    refundId: refund.refund_id,
    transactionId: refund.transaction_id,
    reference: refund.merchant_transaction_id,
    amount: refund.refund_amount,
    currency: intent?.currency ?? (await currencyOfPayment(ctx, refund)),
    status: refund.refund_status,
    gatewayRefundId: refund.gateway_refund_id,
    reason: refund.refund_reason,
    requestedAt: new Date(refund.refund_requested_at).toISOString(),
    completedAt:
      refund.refund_completed_at === null ? null : new Date(refund.refund_completed_at).toISOString(),
    requestedBy: intent?.requestedByName ?? null,
  };
}

/** A refund record has no currency (section 2.2); its payment's record does. */
async function currencyOfPayment(ctx: Ctx, refund: RefundRecord): Promise<string | null> {
  if (identifierFault(refund.merchant_transaction_id, "merchant reference") !== null) return null;
  const status = await ctx.routing.transactionStatus(refund.merchant_transaction_id);
  if (status.kind !== "answered") return null;
  const payment = status.value.find((record) => record.transaction_id === refund.transaction_id);
  return payment?.currency ?? null;
}
