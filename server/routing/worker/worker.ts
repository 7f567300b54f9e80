import { z } from "zod";
import { addJob, type Jobs, startJobs } from "@/server/platform/jobs";
import { advanceRefund } from "../usecases/advance-refund";
import { RECONCILE_CHARGE, reconcileCharge } from "../usecases/charge-checkout";
import type { Deps } from "../usecases/deps";
import { endOverduePayments } from "../usecases/end-payment";
import { forgetIdempotencyKeys } from "../usecases/idempotency";
import { SEND_REVERSAL } from "../usecases/report-charge";
import { ADVANCE_REFUND } from "../usecases/request-refund";
import { sendReversal } from "../usecases/send-reversal";

const SWEEP = "sweep";

const advanceRefundSchema = z.object({
  merchantId: z.number().int(),
  refundId: z.string(),
  attempt: z.number().int(),
});
const sendReversalSchema = z.object({
  merchantId: z.number().int(),
  paymentId: z.string(),
  gatewayTransactionId: z.string(),
  attempt: z.number().int(),
});

const reconcileChargeSchema = z.object({
  merchantId: z.number().int(),
  paymentId: z.string(),
  attempt: z.number().int(),
});

/** Starts this process's share of the work: refunds, reversals, and the sweep that ends overdue payments. */
export async function startWorker(
  deps: Deps,
  options: { concurrency: number; sweepIntervalMs: number },
): Promise<Jobs> {
  // One waiting sweep for all processes: the key makes each planned one replace the other.
  const planSweep = (delayMs: number): Promise<void> => addJob(deps.pool, SWEEP, {}, { delayMs, key: SWEEP });
  await planSweep(0);
  return startJobs({
    pool: deps.pool,
    logger: deps.logger,
    concurrency: options.concurrency,
    handlers: {
      [ADVANCE_REFUND]: (payload) => advanceRefund(deps, advanceRefundSchema.parse(payload)),
      [SEND_REVERSAL]: (payload) => sendReversal(deps, sendReversalSchema.parse(payload)),
      [RECONCILE_CHARGE]: (payload) => reconcileCharge(deps, reconcileChargeSchema.parse(payload)),
      [SWEEP]: async () => {
        // Planned before the work, so that a sweep that fails or is killed has a successor already.
        await planSweep(options.sweepIntervalMs);
        const { mayBeMore } = await endOverduePayments(deps);
        await forgetIdempotencyKeys(deps);
        if (mayBeMore) await planSweep(0);
      },
    },
  });
}
