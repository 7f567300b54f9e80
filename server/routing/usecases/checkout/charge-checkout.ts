import type { PaymentMethod } from "@/lib/contract/statuses";
import type { Payment } from "../../domain/payments/payment";
import { pollChargeUntil } from "../../domain/payments/poll-until";
import { type ChargeOutcome, GatewayUnavailable } from "../../gateway/port";
import { beginCharge } from "../../store/payments/payment-polling";
import type { Deps } from "../deps";
import { requireGatewayOf } from "../gateways/gateway-of";
import { firstPoll } from "../payments/schedule-poll";
import { type ReportedCharge, reportCharge } from "../payments/report-charge";

/**
 * Charges a payment from the service's own checkout page and applies the gateway's result to the payment. Polling of
 * the payment is scheduled before the charge: otherwise a process that dies in between leaves charged money on a
 * payment that can still be cancelled or dropped (decision 0012). Null when the payment is no longer
 * initiated or its gateway is off; `unanswered` when the outcome of the charge is unknown.
 */
export async function chargeCheckout(
  deps: Deps,
  payment: Payment,
  choice: { outcome: ChargeOutcome; method: PaymentMethod | null },
): Promise<ReportedCharge | { kind: "unanswered" } | null> {
  const { merchantId, id: paymentId, gateway, gatewayCheckoutId, amountPaise, currency } = payment;
  if (gateway === null || gatewayCheckoutId === null) return null;
  const { hostedCheckout: hosted, takesPayments } = await requireGatewayOf(deps, { ...payment, gateway });
  if (hosted === null || !takesPayments) return null;

  const isOpen = await beginCharge(deps.pool, payment, {
    polledUntil: pollChargeUntil(deps.clock.now()),
    paidMethod: choice.method,
    poll: firstPoll(deps),
  });
  if (!isOpen) return null;

  const { outcome } = choice;
  try {
    const charge = await hosted.charge({ checkoutId: gatewayCheckoutId, amountPaise, currency, outcome });
    return await reportCharge(deps, merchantId, paymentId, charge);
  } catch (error) {
    if (!(error instanceof GatewayUnavailable)) throw error;
    deps.logger.warn(
      { err: error, payment: paymentId },
      "a charge got no response; polling finds its outcome",
    );
    return { kind: "unanswered" };
  }
}
