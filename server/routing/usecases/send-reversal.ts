import { addJob } from "@/server/platform/jobs";
import { inTransaction } from "@/server/platform/transaction";
import type { Reversal } from "../domain/reversal";
import { type GatewayRefund, GatewayUnavailable, requireGateway } from "../gateway/port";
import { findReversal, saveReversal } from "../store/reversals";
import { backoffMs } from "./backoff";
import type { Deps } from "./deps";
import { SEND_REVERSAL } from "./report-charge";

/**
 * Sends a late charge back at its gateway, and follows it to its end (D10). Safe to repeat: the gateway knows the
 * reversal by merchant, payment and charge.
 */
export async function sendReversal(
  deps: Deps,
  job: { merchantId: number; paymentId: string; gatewayTransactionId: string; attempt: number },
): Promise<void> {
  const { merchantId, paymentId, gatewayTransactionId } = job;
  const reversal = await findReversal(deps.pool, merchantId, paymentId, gatewayTransactionId);
  if (reversal === null) throw new Error(`the reversal of ${gatewayTransactionId} is missing`);
  if (reversal.completedAt !== null) return;

  const standing = await askGateway(deps, reversal);
  await inTransaction(deps.pool, async (db) => {
    if (standing !== null) {
      const isPending = standing.status === "PENDING";
      await saveReversal(db, merchantId, {
        ...reversal,
        status: standing.status === "PENDING" ? "PROCESSING" : standing.status,
        gatewayRefundId: standing.gatewayRefundId,
        completedAt: isPending ? null : deps.clock.now(),
      });
      if (standing.status === "FAILURE") {
        deps.logger.error(
          { payment: paymentId, gatewayTransactionId },
          "a reversal failed: money must go back by hand",
        );
      }
      if (!isPending) return;
    }
    await addJob(
      db,
      SEND_REVERSAL,
      { ...job, attempt: job.attempt + 1 },
      { delayMs: backoffMs(job.attempt) },
    );
  });
}

async function askGateway(deps: Deps, reversal: Reversal): Promise<GatewayRefund | null> {
  const gateway = requireGateway(deps.gateways, reversal.gateway);
  try {
    if (reversal.gatewayRefundId !== null) return await gateway.fetchRefund(reversal.gatewayRefundId);
    return await gateway.refund({
      idempotencyKey: `${reversal.merchantId}:${reversal.paymentId}:${reversal.gatewayTransactionId}`,
      gatewayTransactionId: reversal.gatewayTransactionId,
      amountPaise: reversal.amountPaise,
      currency: reversal.currency,
    });
  } catch (error) {
    // Whatever went wrong, the job must not wear out: it asks again, and the log says why.
    const level = error instanceof GatewayUnavailable ? "warn" : "error";
    deps.logger[level]({ err: error, payment: reversal.paymentId }, "the gateway gave no usable answer");
    return null;
  }
}
