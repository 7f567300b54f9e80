import { err, ok, type Result } from "@/lib/result";
import type { Db } from "@/server/platform/pool";
import { inTransaction } from "@/server/platform/transaction";
import { admitRefund, type Refund, type RefundRefused } from "../../domain/refunds/refund";
import { lockPayment } from "../../store/payments/payments";
import { insertRefund, refundTotals } from "../../store/refunds/refunds";
import type { Deps } from "../deps";
import type { Remember } from "../idempotency";
import { scheduleRefund } from "../reversals/schedule-refund-jobs";

export type RefundRequest = { paymentId: string; amountPaise: bigint; reason: string | null };
export type RequestRefundRefusal = { kind: "payment_not_found" } | RefundRefused;
export type RequestRefundOutcome = Result<Refund, RequestRefundRefusal>;

const MAX_ID_ATTEMPTS = 2_000;

/**
 * Accepts a refund as INITIATED (specification 4.4). The balance is checked under the payment's row lock, so concurrent
 * refunds of one payment wait for each other and never exceed it (failure 23). The refund, the job that sends it and
 * the stored response are one transaction.
 */
export function requestRefund(
  deps: Deps,
  merchantId: number,
  request: RefundRequest,
  remember: Remember<RequestRefundOutcome>,
): Promise<RequestRefundOutcome> {
  return inTransaction(deps.pool, async (db): Promise<RequestRefundOutcome> => {
    // Pipelined (0165): Postgres computes the sums only once it has granted the lock.
    const [payment, totals] = await Promise.all([
      lockPayment(db, merchantId, request.paymentId),
      refundTotals(db, merchantId, request.paymentId),
    ]);
    if (payment === null) return err({ kind: "payment_not_found" });
    const admitted = admitRefund(payment, totals, request.amountPaise);
    if (!admitted.ok) return admitted;
    if (payment.gateway === null) throw new Error(`payment ${payment.id} is paid and names no gateway`);

    const requestedAt = deps.clock.now();
    const refund = await insertWithFreeId(deps, db, {
      merchantId,
      paymentId: payment.id,
      reference: payment.reference,
      amountPaise: request.amountPaise,
      currency: payment.currency,
      status: "INITIATED",
      reason: request.reason,
      gateway: payment.gateway,
      gatewayRefundId: null,
      isUnsent: true,
      requestedAt,
      completedAt: null,
      succeededLateAt: null,
    });
    await scheduleRefund(db, refund);
    const outcome = ok(refund);
    await remember(db, outcome);
    return outcome;
  });
}

async function insertWithFreeId(deps: Deps, db: Db, requested: Omit<Refund, "id">): Promise<Refund> {
  for (let tries = 0; tries < MAX_ID_ATTEMPTS; tries += 1) {
    const id = deps.ids.next("RFD", requested.merchantId, deps.clock.now().getTime());
    const refund = { id, ...requested };
    if (await insertRefund(db, refund.merchantId, refund)) return refund;
  }
  throw new Error("no free refund id was found");
}
