import type { CancelOutcome } from "@/lib/payments/cancel-view";
import { inTransaction } from "@/server/platform/transaction";
import { recordAudit } from "../../audit/store";
import type { Ctx } from "../../context";
import { type CancellationEnd, endCancellation } from "../store/cancellations";

/**
 * Stores the outcome of a cancellation with its audit entry. If that fails, the payment's own status is still right and
 * a job ends the record, so the user gets the outcome anyway.
 */
export async function storeCancelOutcome(
  ctx: Ctx,
  ended: { cancellationId: string; transactionId: string; outcome: CancelOutcome },
): Promise<void> {
  const { outcome } = ended;
  const state = endOf(outcome);
  const message =
    outcome.kind === "refused" || outcome.kind === "cancelled_unconfirmed" ? outcome.message : null;
  const at = ctx.clock.now();
  try {
    await inTransaction(ctx.pool, async (db) => {
      if (!(await endCancellation(db, ended.cancellationId, { state, message, at }))) return;
      await recordAudit(db, {
        at,
        actor: ctx.actor,
        action: `cancel_${state}`,
        subject: { kind: "cancellation", id: ended.cancellationId },
        detail: {
          transactionId: ended.transactionId,
          ...(outcome.kind === "already_processed" ? { status: outcome.payment.status } : {}),
          ...(message === null ? {} : { message }),
        },
        requestId: ctx.requestId,
      });
    });
  } catch (error) {
    ctx.logger.error(
      { err: error, cancellationId: ended.cancellationId },
      "the end of a cancellation could not be stored",
    );
  }
}

function endOf(outcome: CancelOutcome): CancellationEnd {
  switch (outcome.kind) {
    case "cancelled":
      return "cancelled";
    case "cancelled_unconfirmed":
    case "newer_may_be_cancelled":
    case "unknown":
      return "unknown";
    case "not_sent":
      return "not_sent";
    // The service accepted the call, or may have: it hit the newer attempt then.
    case "already_processed":
      return outcome.isNewerAtRisk ? "unknown" : "refused";
    case "not_latest":
    case "not_found":
    case "refused":
    case "forbidden":
    case "signed_out":
      return "refused";
  }
}
