import type { Circuit, TrialTicket } from "../../domain/gateways/circuit";
import { type GatewayAttempt, NO_TIME_LEFT } from "../../domain/payments/decision";
import type { Payment } from "../../domain/payments/payment";
import { gatewayOrder, type RuleGateways } from "../../domain/rules/route";
import type { CheckoutFailed, CheckoutOpened, CheckoutRequest, Gateway } from "../../gateway/port";
import { withinTimeLimit } from "../../gateway/time-limit";
import { type GatewayHealth, HEALTHY } from "../../store/gateways/gateway-health";
import { returnedAddress } from "./checkout-address";
import type { Deps } from "../deps";
import { type GatewayState, type UsableGateway, usableGateway } from "../gateways/gateway-of";
import { enterCircuit, reportResponse, reportFailure } from "../gateways/gateway-circuit";

export type CheckoutSearch = {
  /** The gateway that opened a checkout; null when none did. */
  opened: { gateway: string; account: number | null; checkoutId: string; redirectUrl: string | null } | null;
  attempts: GatewayAttempt[];
};

/**
 * Tries the gateways of the matching rules in order until one opens a checkout (decision 0031). Skips gateways that are
 * not configured, are off, or have an open circuit; tries no further gateway once the total time is used up. Every
 * attempt is stored because it explains the routing. `state` was read just before; a circuit that is not closed is
 * checked again under its lock. Runs outside any transaction because gateway calls are slow.
 */
export async function openCheckout(
  deps: Deps,
  payment: Payment,
  matching: readonly RuleGateways[],
  state: GatewayState,
): Promise<CheckoutSearch> {
  const givenUpAt = deps.clock.now().getTime() + deps.checkoutLimits.totalMs;
  const request = await checkoutRequest(deps, payment);
  const attempts: GatewayAttempt[] = [];
  for (const place of gatewayOrder(matching)) {
    const usable = await usableGateway(deps, payment.merchantId, state.own, place.gateway);
    const health = state.healthOf.get(usable?.circuit ?? place.gateway) ?? HEALTHY;
    const entry = await enter(deps, usable, health, givenUpAt);
    if (entry.kind === "skip") {
      attempts.push({ ...place, outcome: "skipped", message: entry.reason });
      continue;
    }
    const result = await askGateway(deps, entry.usable, request, health.circuit, entry.ticket);
    if (result.kind === "opened") {
      attempts.push({ ...place, outcome: "opened" });
      const { checkoutId, redirectUrl } = result;
      const { account } = entry.usable;
      return { opened: { gateway: place.gateway, account, checkoutId, redirectUrl }, attempts };
    }
    attempts.push({ ...place, outcome: "failed", cause: result.cause, message: result.message });
  }
  return { opened: null, attempts };
}

/** The stored reason why routing skips the simulator while it is off (decision 0210). */
export const GATEWAY_OFF = "off: takes no payments";

type Entered =
  | { kind: "call"; usable: UsableGateway; ticket: TrialTicket | null }
  | { kind: "skip"; reason: string };

async function enter(
  deps: Deps,
  usable: UsableGateway | undefined,
  health: GatewayHealth,
  givenUpAt: number,
): Promise<Entered> {
  if (usable === undefined) return { kind: "skip", reason: "not configured in this service" };
  if (!usable.gateway.takesPayments) return { kind: "skip", reason: GATEWAY_OFF };
  if (deps.clock.now().getTime() >= givenUpAt) {
    return { kind: "skip", reason: NO_TIME_LEFT };
  }
  const entry = await enterCircuit(deps, usable.circuit, health);
  return entry.kind === "call" ? { ...entry, usable } : entry;
}

async function checkoutRequest(deps: Deps, payment: Payment): Promise<CheckoutRequest> {
  return {
    idempotencyKey: `${payment.merchantId}:${payment.id}`,
    merchantId: payment.merchantId,
    paymentId: payment.id,
    reference: payment.reference,
    merchantName: await deps.merchantNames.of(deps.pool, payment.merchantId),
    amountPaise: payment.amountPaise,
    currency: payment.currency,
    customer: payment.customer,
    paymentMethod: payment.paymentMethod,
    returnUrl: returnedAddress(deps, payment),
    expiresAt: payment.expiresAt,
  };
}

/** Calls one gateway and reports the result to its circuit breaker: a refusal counts as healthy. */
async function askGateway(
  deps: Deps,
  usable: UsableGateway,
  request: CheckoutRequest,
  circuit: Circuit,
  ticket: TrialTicket | null,
): Promise<CheckoutOpened | CheckoutFailed> {
  const result = await callGateway(deps, usable.gateway, request);
  if (result.kind === "failed" && result.cause === "unavailable") {
    await reportFailure(deps, usable.circuit, ticket, result.message);
  } else {
    await reportResponse(deps, usable.circuit, circuit, ticket);
  }
  return result;
}

/** A gateway that throws or times out counts as unavailable. A checkout that it opens later is never used. */
async function callGateway(
  deps: Deps,
  gateway: Gateway,
  request: CheckoutRequest,
): Promise<CheckoutOpened | CheckoutFailed> {
  try {
    return await withinTimeLimit(gateway.name, deps.checkoutLimits.gatewayMs, gateway.openCheckout(request));
  } catch (error) {
    const context = { err: error, gateway: gateway.name, payment: request.paymentId };
    deps.logger.warn(context, "a gateway could not open a checkout");
    const message = error instanceof Error ? error.message : "the gateway failed";
    return { kind: "failed", cause: "unavailable", message };
  }
}
