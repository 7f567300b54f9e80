import { parseAmount } from "@/lib/money";
import { parseUuid } from "@/lib/parse";
import type { FailedRefundView } from "@/lib/refunds/refund-form-view";
import { hasFailed } from "@/lib/refunds/has-failed";
import type { Ctx } from "../../context";
import { presentIntent } from "../domain/refund-intent";
import { findDuplicateRefunds } from "../store/duplicate-refunds";
import { findIntent, findIntentByRefund } from "../store/refund-intents";
import { findRefund } from "./find-refund";

const NO_INTENT = "00000000-0000-0000-0000-000000000000";

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
  return hasFailed(view) ? unlessRefundedSince(ctx, view) : { kind: "not_failed" };
}

async function readByRefundId(ctx: Ctx, transactionId: string, refundId: string): Promise<FailedRefundView> {
  const lookup = await findRefund(ctx, refundId);
  if (lookup.kind !== "found" || lookup.refund.transactionId !== transactionId) return { kind: "not_found" };
  const { status, wasPaidLate } = lookup.refund;
  if (status !== "FAILURE" || wasPaidLate || lookup.serviceError !== null) return { kind: "not_failed" };
  // Later refunds are compared by the same clock: one made here by the dashboard's, not by the service's.
  const intent = await findIntentByRefund(ctx.pool, ctx.routing.serviceAddress, refundId);
  const requestedAt = intent?.requestedAt.toISOString() ?? lookup.refund.requestedAt;
  return unlessRefundedSince(ctx, { ...lookup.refund, requestedAt });
}

/** Its values, unless the same amount was refunded or requested after it: then they are not filled in once more. */
async function unlessRefundedSince(
  ctx: Ctx,
  failed: { transactionId: string; amount: string; reason: string | null; requestedAt: string },
): Promise<FailedRefundView> {
  const { transactionId, amount, reason, requestedAt } = failed;
  const paise = parseAmount(amount);
  if (!paise.ok) return { kind: "not_found" };
  // A failed refund is none of them itself.
  const found = await findDuplicateRefunds(ctx.pool, {
    transactionId,
    amountPaise: paise.value,
    but: NO_INTENT,
  });
  const duplicates = found.filter(({ at }) => Date.parse(at) > Date.parse(requestedAt));
  return duplicates.length === 0
    ? { kind: "failed", amount, reason: reason ?? "" }
    : { kind: "refunded_since", amount, duplicates };
}
