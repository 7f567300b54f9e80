import type { GatewayAttempt } from "../domain/decision";
import type { Payment } from "../domain/payment";
import type { RoutingRule } from "../domain/rule";
import { type CheckoutOpened, requireGateway } from "../gateway/port";
import type { Deps } from "./deps";

export type CheckoutSearch = {
  /** The gateway that opened a checkout; null when all of them failed. */
  opened: { gateway: string; checkoutId: string } | null;
  attempts: GatewayAttempt[];
};

/**
 * Asks the gateways of the matching rules for a checkout, in their order, until one opens (D8). Every failure is kept:
 * it explains the choice. Runs outside any transaction, because gateways take their time.
 */
export async function openCheckout(
  deps: Deps,
  payment: Payment,
  matching: readonly RoutingRule[],
): Promise<CheckoutSearch> {
  const attempts: GatewayAttempt[] = [];
  const tried = new Set<string>();
  for (const rule of matching) {
    for (const gateway of rule.gateways) {
      // A later rule may name a gateway that has just failed; it would only fail again.
      if (tried.has(gateway)) continue;
      tried.add(gateway);
      const result = await askGateway(deps, payment, gateway);
      if (result.kind === "opened") {
        attempts.push({ ruleId: rule.id, gateway, outcome: "opened", message: null });
        return { opened: { gateway, checkoutId: result.checkoutId }, attempts };
      }
      attempts.push({ ruleId: rule.id, gateway, outcome: "failed", message: result.message });
    }
  }
  return { opened: null, attempts };
}

async function askGateway(
  deps: Deps,
  payment: Payment,
  gateway: string,
): Promise<CheckoutOpened | { kind: "failed"; message: string }> {
  try {
    return await requireGateway(deps.gateways, gateway).openCheckout({
      merchantId: payment.merchantId,
      paymentId: payment.id,
      amountPaise: payment.amountPaise,
      currency: payment.currency,
    });
  } catch (error) {
    deps.logger.warn({ err: error, gateway, payment: payment.id }, "a gateway could not open a checkout");
    return { kind: "failed", message: error instanceof Error ? error.message : "the gateway failed" };
  }
}
