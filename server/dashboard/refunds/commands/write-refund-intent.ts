import { formatPaise } from "@/lib/money";
import type { Db } from "@/server/platform/pool";
import { recordAudit } from "../../audit/store";
import type { Ctx } from "../../context";
import type { AllowedRefund } from "../domain/may-refund";
import type { RefundIntent } from "../domain/refund-intent";
import { afterTimeout, scheduleResolve } from "../../jobs/schedule";
import { findIntent, insertIntent, type NewIntent, reopenIntent } from "../store/refund-intents";
import { separateDetail } from "../../approvals/store";

/**
 * Stores an intent as RECORDED with its audit entry and the job that finds it if this process dies before the call, in
 * the caller's transaction; reopens one that certainly was not sent. Null when the id is in use. What allows it was decided
 * under the lock of the payment's ledger, which the caller still holds.
 */
export async function writeRefundIntent(
  db: Db,
  ctx: Ctx,
  { separateFrom }: AllowedRefund,
  intent: Omit<NewIntent, "serviceAddress" | "separateFrom">,
): Promise<RefundIntent | null> {
  const whole = { ...intent, separateFrom, serviceAddress: ctx.routing.serviceAddress };
  const isOurs = (await insertIntent(db, whole)) || (await reopenIntent(db, whole));
  if (!isOurs) return null;
  const planned = scheduleResolve(db, intent.id, {
    delayMs: afterTimeout(ctx.routing.timeoutMs),
    attempt: 0,
  });
  const written = findIntent(db, intent.id);
  // The audit log comes last: every other writer to it waits until this transaction ends.
  const recorded = recordAudit(db, {
    at: intent.requestedAt,
    actor: ctx.actor,
    action: "refund_requested",
    subject: { kind: "refund_intent", id: intent.id },
    detail: {
      transactionId: intent.transactionId,
      reference: intent.reference,
      amount: formatPaise(intent.amountPaise),
      currency: intent.currency,
      reason: intent.reason,
      ...(intent.approvalId !== null && { approvalId: intent.approvalId }),
      ...separateDetail(separateFrom),
    },
    requestId: ctx.requestId,
  });
  const [, found] = await Promise.all([planned, written, recorded]);
  return found;
}
