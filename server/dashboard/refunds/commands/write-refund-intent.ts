import { formatPaise } from "@/lib/money";
import type { Db } from "@/server/platform/pool";
import { recordAudit } from "../../audit/store";
import type { Ctx } from "../../context";
import type { AllowedRefund } from "../domain/may-refund";
import type { RefundIntent } from "../domain/refund-intent";
import { afterTimeout } from "../../jobs/call-times";
import { findIntent, insertIntent, type NewIntent, reopenIntent } from "../store/refund-intents";
import { separateDetail } from "../../approvals/store";

/**
 * Stores an intent as RECORDED with its audit entry, due when a process that dies before the call cannot send it any more, in
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
  const dueInMs = afterTimeout(ctx.routing.timeoutMs);
  const isOurs = (await insertIntent(db, whole, dueInMs)) || (await reopenIntent(db, whole, dueInMs));
  if (!isOurs) return null;
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
  const [found] = await Promise.all([written, recorded]);
  return found;
}
