import { formatPaise } from "@/lib/money";
import { inTransaction } from "@/server/platform/transaction";
import { recordAudit } from "../audit/record-audit";
import type { Ctx } from "../context";
import { balanceFromLedger, balanceFromService } from "../domain/refund-balance";
import { isOpen, type RefundIntent } from "../domain/refund-intent";
import type { RefundRequest } from "./refund-request";
import { afterTimeout, scheduleResolve } from "../jobs/schedule";
import type { Refundable } from "../queries/read-refundable";
import { findIntent, insertIntent, listIntentsOfPayment } from "../store/refund-intents";
import { lockLedger } from "../store/refund-ledgers";

export type Reservation =
  | { kind: "reserved" }
  /** The intent stands already: the same form was submitted before, or at the same moment. */
  | { kind: "exists" }
  | { kind: "blocked"; by: RefundIntent }
  | { kind: "exceeds"; leftPaise: bigint };

/**
 * Decides about a refund under the payment's lock and writes it down, together with its audit row and the job that finds
 * it should this process die before the call (failures 1 to 4, 38). Calls nothing outside the database.
 */
export async function reserveRefund(
  ctx: Ctx,
  request: RefundRequest,
  refundable: Refundable,
): Promise<Reservation> {
  const at = ctx.clock.now();
  return inTransaction(ctx.pool, async (db) => {
    const told = await lockLedger(db, request.transactionId);
    if ((await findIntent(db, request.intentId)) !== null) return { kind: "exists" };

    const intents = await listIntentsOfPayment(db, request.transactionId);
    const open = intents.find(isOpen);
    if (open !== undefined) return { kind: "blocked", by: open };

    const { leftPaise } =
      refundable.service === null
        ? balanceFromLedger(refundable.paidPaise, told, intents, at)
        : balanceFromService(refundable.paidPaise, refundable.service, intents);
    if (request.amountPaise > leftPaise) return { kind: "exceeds", leftPaise };

    const isNew = await insertIntent(db, {
      id: request.intentId,
      transactionId: request.transactionId,
      reference: request.reference,
      serviceAddress: ctx.routing.serviceAddress,
      amountPaise: request.amountPaise,
      currency: refundable.payment.currency,
      reason: request.reason,
      requestedById: ctx.actor.userId,
      requestedAt: at,
    });
    if (!isNew) return { kind: "exists" };
    await recordAudit(db, {
      at,
      actor: ctx.actor,
      action: "refund_requested",
      subject: { kind: "refund_intent", id: request.intentId },
      detail: {
        transactionId: request.transactionId,
        reference: request.reference,
        amount: formatPaise(request.amountPaise),
        currency: refundable.payment.currency,
        reason: request.reason,
      },
      requestId: ctx.requestId,
    });
    await scheduleResolve(db, request.intentId, { delayMs: afterTimeout(ctx.routing.timeoutMs), attempt: 0 });
    return { kind: "reserved" };
  });
}
