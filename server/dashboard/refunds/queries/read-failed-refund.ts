import { parseUuid } from "@/lib/parse";
import type { FailedRefundView } from "@/lib/refunds/refund-form-view";
import { hasFailed } from "@/lib/refunds/has-failed";
import type { Ctx } from "../../context";
import { presentIntent } from "../domain/refund-intent";
import { findIntent } from "../store/refund-intents";
import { findRefund } from "./find-refund";

/**
 * Amount and reason of a refund of the payment that failed, to be refunded again. `again` is its refund id, or its intent's
 * id when it has none. One that was paid after its failure, or whose outcome is unknown, has not failed; nor has one
 * that the service cannot be asked about at present, because it may have been paid since.
 */
export async function readFailedRefund(
  ctx: Ctx,
  transactionId: string,
  again: string,
): Promise<FailedRefundView> {
  const intentId = parseUuid(again);
  return intentId === null
    ? readByRefundId(ctx, transactionId, again)
    : readByIntent(ctx, transactionId, intentId);
}

async function readByIntent(ctx: Ctx, transactionId: string, intentId: string): Promise<FailedRefundView> {
  const intent = await findIntent(ctx.pool, intentId);
  if (intent === null || intent.transactionId !== transactionId) return { kind: "not_found" };
  const view = presentIntent(intent);
  if (intent.refundId !== null) return readByRefundId(ctx, transactionId, intent.refundId);
  return hasFailed(view)
    ? { kind: "failed", amount: view.amount, reason: view.reason ?? "" }
    : { kind: "not_failed" };
}

async function readByRefundId(ctx: Ctx, transactionId: string, refundId: string): Promise<FailedRefundView> {
  const lookup = await findRefund(ctx, refundId);
  if (lookup.kind !== "found" || lookup.refund.transactionId !== transactionId) return { kind: "not_found" };
  const { status, wasPaidLate, amount, reason } = lookup.refund;
  return status === "FAILURE" && !wasPaidLate && lookup.trouble === null
    ? { kind: "failed", amount, reason: reason ?? "" }
    : { kind: "not_failed" };
}
