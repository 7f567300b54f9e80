import { addJob } from "@/server/platform/jobs";
import { inTransaction } from "@/server/platform/transaction";
import type { Payment } from "../domain/payment";
import { type ChargeOutcome, requireGateway } from "../gateway/port";
import { findPayment, lockPayment } from "../store/payments";
import { backoffMs } from "./backoff";
import type { Deps } from "./deps";
import { type ReportedCharge, reportCharge } from "./report-charge";

/** The job that looks a charge up whose report may have been lost; see {@link reconcileCharge}. */
export const RECONCILE_CHARGE = "reconcile-charge";

type ChargeJob = { merchantId: number; paymentId: string; attempt: number };

/** Longer than a charge takes, so that the job usually finds the payment moved and has nothing to do. */
const FIRST_LOOK_MS = 5_000;
/** A charge that the gateway does not know after this many looks was never begun. */
const MAX_LOOKS_FOR_NONE = 3;

/**
 * Charges a checkout on the service's own page and moves the payment by what the gateway says. That a charge is about
 * to be tried is written first, as a job: a process that dies between the charge and its report would otherwise leave
 * money taken for a payment that can still be cancelled or dropped (D10). Null when the payment is not open any more.
 */
export async function chargeCheckout(
  deps: Deps,
  payment: Payment,
  outcome: ChargeOutcome,
): Promise<ReportedCharge | null> {
  const { merchantId, id: paymentId, gateway, gatewayCheckoutId, amountPaise, currency } = payment;
  if (gateway === null || gatewayCheckoutId === null) return null;
  const hosted = requireGateway(deps.gateways, gateway).hostedCheckout;
  if (hosted === null) return null;

  const isOpen = await inTransaction(deps.pool, async (db) => {
    const current = await lockPayment(db, merchantId, paymentId);
    if (current?.status !== "INITIATED") return false;
    const job: ChargeJob = { merchantId, paymentId, attempt: 0 };
    await addJob(db, RECONCILE_CHARGE, job, { delayMs: FIRST_LOOK_MS });
    return true;
  });
  if (!isOpen) return null;

  const charge = await hosted.charge({ checkoutId: gatewayCheckoutId, amountPaise, currency, outcome });
  return reportCharge(deps, merchantId, paymentId, charge);
}

/**
 * Asks the gateway what became of a charge that was begun, and reports it again: nothing happens when the report had
 * arrived, and the money goes back when the payment has ended otherwise meanwhile.
 */
export async function reconcileCharge(deps: Deps, job: ChargeJob): Promise<void> {
  const payment = await findPayment(deps.pool, job.merchantId, job.paymentId);
  if (payment === null) throw new Error(`payment ${job.paymentId} is missing`);
  if (payment.gateway === null || payment.gatewayCheckoutId === null) return;
  const hosted = requireGateway(deps.gateways, payment.gateway).hostedCheckout;
  const charge = hosted === null ? null : await hosted.fetchCharge(payment.gatewayCheckoutId);
  if (charge !== null) {
    await reportCharge(deps, job.merchantId, job.paymentId, charge);
    return;
  }
  if (job.attempt + 1 >= MAX_LOOKS_FOR_NONE) return;
  const next = { ...job, attempt: job.attempt + 1 };
  await addJob(deps.pool, RECONCILE_CHARGE, next, { delayMs: FIRST_LOOK_MS + backoffMs(job.attempt) });
}
