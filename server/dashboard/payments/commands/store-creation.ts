import type { NewPaymentOutcome } from "@/lib/payments/new-payment-view";
import { type AuditAction, recordAudit } from "../../audit/store";
import type { Ctx } from "../../context";

/**
 * Stores the outcome of a creation. If that fails, the payment exists anyway and its request is in the log already, so
 * the user gets the outcome.
 */
export async function storeCreation(
  ctx: Ctx,
  created: { intentId: string; reference: string; outcome: NewPaymentOutcome },
): Promise<void> {
  const { outcome, intentId, reference } = created;
  const action = actionOf(outcome);
  if (action === null) return;
  const transactionId = "transactionId" in outcome ? outcome.transactionId : null;
  const message = "message" in outcome ? outcome.message : null;
  try {
    await recordAudit(ctx.pool, {
      at: ctx.clock.now(),
      actor: ctx.actor,
      action,
      subject: { kind: "payment_creation", id: intentId },
      detail: {
        reference,
        ...(transactionId === null ? {} : { transactionId }),
        ...(message === null ? {} : { message }),
      },
      requestId: ctx.requestId,
    });
  } catch (error) {
    ctx.logger.error({ err: error, intentId }, "the outcome of a creation could not be stored");
  }
}

function actionOf(outcome: NewPaymentOutcome): AuditAction | null {
  switch (outcome.kind) {
    case "created":
      return "payment_created";
    case "failed":
      return "payment_create_failed";
    case "invalid":
    case "exists":
    case "refused":
      return "payment_create_refused";
    case "unknown":
      return "payment_create_unknown";
    case "not_sent":
      return "payment_create_not_sent";
    case "forbidden":
    case "signed_out":
      return null;
  }
}
