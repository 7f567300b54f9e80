import type { Db } from "@/server/platform/pool";
import { findRefundHold, isFromBackup } from "@/server/platform/refund-hold";
import { inTransaction } from "@/server/platform/transaction";
import type { Payment } from "../../domain/payments/payment";
import { mustClose } from "../../domain/payments/watch";
import { type GatewayPayment, GatewayUnavailable, requireGateway } from "../../gateway/port";
import { findPayment, lockPayment } from "../../store/payments/payments";
import { saveWatch } from "../../store/payments/payment-watch";
import type { Deps } from "../deps";
import { planWatch } from "./schedule-lookup";
import { applyGatewayPayment } from "./apply-gateway-payment";

/**
 * One step of a payment's watch (decision 0012): asks the gateway, takes its word, and plans the next look, until no
 * money can come any more or the watch's time is over. A checkout whose payment has ended without money is closed on the
 * way, where the gateway can. Safe to repeat: every word is taken under the payment's lock.
 */
export async function watchPayment(
  deps: Deps,
  job: { merchantId: number; paymentId: string; attempt: number },
): Promise<void> {
  const payment = await requirePayment(deps, job.merchantId, job.paymentId);
  if (payment.watchedUntil === null) return;
  const standing = await unlessUnavailable(deps, payment);
  if (standing !== null) await applyGatewayPayment(deps, payment, standing);

  await inTransaction(deps.pool, async (db) => {
    const current = await lockPayment(db, payment.merchantId, payment.id);
    if (current === null || current.watchedUntil === null) return;
    const isUnheard = standing === null && (await mustBeAskedAfterRestore(deps, db, current));
    if (current.watchedUntil > deps.clock.now() || isUnheard) {
      await planWatch(deps, db, current, job.attempt + 1);
    } else {
      await saveWatch(db, payment.merchantId, payment.id, null);
    }
  });
}

const AFTER_RELEASE_MS = 24 * 60 * 60_000;

/**
 * A payment that is open in a restored backup may have been paid since, and its watch may be over at the first look: one outage must not
 * end it as DROP. Its gateway is asked until a day after the release of refunds (decision 0237).
 */
async function mustBeAskedAfterRestore(deps: Deps, db: Db, payment: Payment): Promise<boolean> {
  if (payment.status !== "INITIATED" || payment.gatewayCheckoutId === null) return false;
  const hold = await findRefundHold(db);
  if (hold === null || !isFromBackup(hold, payment.createdAt)) return false;
  return (
    hold.releasedAt === null || deps.clock.now().getTime() < hold.releasedAt.getTime() + AFTER_RELEASE_MS
  );
}

/**
 * Asks about a payment once, watched or not, because its gateway or its customer hinted that something happened.
 * Throws when the gateway does not say, so that the job is tried again.
 */
export async function lookUpPayment(
  deps: Deps,
  job: { merchantId: number; paymentId: string },
): Promise<void> {
  const payment = await requirePayment(deps, job.merchantId, job.paymentId);
  const standing = await askGateway(deps, payment);
  if (standing !== null) await applyGatewayPayment(deps, payment, standing);
}

async function requirePayment(deps: Deps, merchantId: number, id: string): Promise<Payment> {
  const payment = await findPayment(deps.pool, merchantId, id);
  if (payment === null) throw new Error(`payment ${id} is missing`);
  return payment;
}

/** Null when no gateway ever opened a checkout for the payment. */
async function askGateway(deps: Deps, payment: Payment): Promise<GatewayPayment | null> {
  if (payment.gateway === null || payment.gatewayCheckoutId === null) return null;
  const gateway = requireGateway(deps.gateways, payment.gateway);
  return mustClose(payment) && gateway.capabilities.voids
    ? gateway.voidCheckout(payment.gatewayCheckoutId)
    : gateway.fetchPayment(payment.gatewayCheckoutId);
}

/** Null when the gateway did not answer as well: nothing is known, and it will be asked again. */
async function unlessUnavailable(deps: Deps, payment: Payment): Promise<GatewayPayment | null> {
  try {
    return await askGateway(deps, payment);
  } catch (error) {
    // Whatever went wrong, the watch must not wear out: it asks again, and the log says why.
    const level = error instanceof GatewayUnavailable ? "warn" : "error";
    deps.logger[level]({ err: error, payment: payment.id }, "the gateway gave no usable answer");
    return null;
  }
}
