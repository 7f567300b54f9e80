import type { PaymentMethod } from "@/lib/contract/statuses";
import { inTransaction } from "@/server/platform/transaction";
import type { Payment } from "../../domain/payments/payment";
import { watchOfCharge } from "../../domain/payments/watch";
import { type ChargeOutcome, GatewayUnavailable, requireGateway } from "../../gateway/port";
import { lockPayment } from "../../store/payments/payments";
import { saveChargeBegun } from "../../store/payments/payment-watch";
import type { Deps } from "../deps";
import { planWatch } from "../payments/schedule-lookup";
import { type ReportedCharge, reportCharge } from "../payments/report-charge";

/**
 * Charges a checkout on the service's own page and moves the payment by what the gateway says. That a charge is about
 * to be tried is written first, as a watch: a process that dies between the charge and its report would otherwise leave
 * money taken for a payment that can still be cancelled or dropped (decisions 0007 and 0012). Null when the payment is
 * not open any more or its gateway is off; `unanswered` when the gateway did not say what it did.
 */
export async function chargeCheckout(
  deps: Deps,
  payment: Payment,
  choice: { outcome: ChargeOutcome; method: PaymentMethod | null },
): Promise<ReportedCharge | { kind: "unanswered" } | null> {
  const { merchantId, id: paymentId, gateway, gatewayCheckoutId, amountPaise, currency } = payment;
  if (gateway === null || gatewayCheckoutId === null) return null;
  const { hostedCheckout: hosted, takesPayments } = requireGateway(deps.gateways, gateway);
  if (hosted === null || !takesPayments) return null;

  const isOpen = await inTransaction(deps.pool, async (db) => {
    const current = await lockPayment(db, merchantId, paymentId);
    if (current?.status !== "INITIATED") return false;
    await saveChargeBegun(db, merchantId, paymentId, {
      watchedUntil: watchOfCharge(deps.clock.now()),
      paidMethod: choice.method,
    });
    await planWatch(deps, db, current, 0);
    return true;
  });
  if (!isOpen) return null;

  const { outcome } = choice;
  try {
    const charge = await hosted.charge({ checkoutId: gatewayCheckoutId, amountPaise, currency, outcome });
    return await reportCharge(deps, merchantId, paymentId, charge);
  } catch (error) {
    if (!(error instanceof GatewayUnavailable)) throw error;
    deps.logger.warn({ err: error, payment: paymentId }, "a charge was not answered; its watch finds out");
    return { kind: "unanswered" };
  }
}
