import type { PaymentMethod } from "@/lib/contract/statuses";
import { isExpired, type Payment } from "../../domain/payments/payment";
import { type ChargeOutcome, GatewayUnavailable } from "../../gateway/port";
import { avoidabilityOf } from "../../domain/payments/decline-reason";
import { avoiding } from "../../domain/rules/route";
import { declineReasonOf } from "../../gateway/decline-reasons";
import { findPaymentOfCheckout, paymentsOfReference } from "../../store/payments/payments";
import { chargeCheckout } from "./charge-checkout";
import type { Deps } from "../deps";
import { cancelPayment } from "../payments/cancel-payment";
import { isRetryOpen, wasClosedMeanwhile } from "../payments/closed-link";
import { dropUnlessPaid, endOverduePayment } from "../payments/end-payment";
import { readGatewayState } from "../gateways/gateway-of";
import { rememberNothing } from "../idempotency";
import { isGatewayOff, offeredMethods } from "./offered-methods";
import { routePayment } from "../rules/route-payment";
import type { CheckoutKey } from "./view-checkout";
import { initialiseAttempt, writeAttempt } from "../payments/write-attempt";

export const CHECKOUT_OUTCOMES = ["success", "failure", "drop", "retry"] as const;
export type CheckoutOutcome = (typeof CHECKOUT_OUTCOMES)[number];

type SubmittedCheckout =
  | { kind: "unknown_link" }
  /** The payment's status changed before this submission; it decides where the customer goes next (decision 0038). */
  | { kind: "moved"; payment: Payment }
  /** The outcome of the charge is unknown: polling finds it out while the customer waits. */
  | { kind: "unanswered"; payment: Payment }
  /** This checkout does not offer the method: nothing changed. */
  | { kind: "method_not_offered" }
  /** The customer's link now leads to a new attempt. */
  | { kind: "retried"; payment: Payment }
  /** The payment was no longer initiated, or the outcome did not apply to its status: nothing changed. */
  | { kind: "unmoved"; payment: Payment };

/** The submitted form. A browser always sends a method; merchant code may omit it (decision 0038). */
export type CheckoutChoice = { outcome: CheckoutOutcome; method: PaymentMethod | null };

/** Handles the customer's choice on the service's own checkout page (decision 0038). */
export async function submitCheckout(
  deps: Deps,
  key: CheckoutKey,
  { outcome, method }: CheckoutChoice,
): Promise<SubmittedCheckout> {
  const payment = await currentPayment(deps, key);
  if (payment === null) return { kind: "unknown_link" };
  switch (outcome) {
    case "retry":
      return retry(deps, payment);
    case "drop":
      return drop(deps, payment);
    case "success":
      return charge(deps, payment, { outcome: "SUCCESS", method });
    case "failure":
      return charge(deps, payment, { outcome: "FAILURE", method });
  }
}

/** The latest attempt; a payment past its lifetime is ended first. */
async function currentPayment(deps: Deps, key: CheckoutKey): Promise<Payment | null> {
  const payment = await findPaymentOfCheckout(deps.pool, key.merchantId, key.token);
  if (payment === null || !isExpired(payment, deps.clock.now())) return payment;
  try {
    return await endOverduePayment(deps, payment.merchantId, payment.id);
  } catch (error) {
    // A restored payment may have been paid, and its gateway does not say so yet (decision 0237).
    if (error instanceof GatewayUnavailable) return payment;
    throw error;
  }
}

async function charge(
  deps: Deps,
  payment: Payment,
  choice: { outcome: ChargeOutcome; method: PaymentMethod | null },
): Promise<SubmittedCheckout> {
  if (payment.status !== "INITIATED" || isGatewayOff(deps, payment)) return { kind: "unmoved", payment };
  const { method } = choice;
  if (method !== null && !offeredMethods(deps, payment).includes(method))
    return { kind: "method_not_offered" };
  const reported = await chargeCheckout(deps, payment, choice);
  if (reported === null) return { kind: "unmoved", payment };
  switch (reported.kind) {
    case "moved":
    case "mismatched":
      return { kind: "moved", payment: reported.payment };
    case "unchanged":
    case "reversing":
      return { kind: "unmoved", payment: reported.payment };
    case "unanswered":
      return { kind: "unanswered", payment };
  }
}

async function drop(deps: Deps, payment: Payment): Promise<SubmittedCheckout> {
  if (payment.status !== "INITIATED") return { kind: "unmoved", payment };
  const ended = await dropUnlessPaid(deps, payment);
  if (ended.ok) return { kind: "moved", payment: ended.value };
  switch (ended.error.kind) {
    case "not_open":
      return { kind: "unmoved", payment: ended.error.payment };
    case "not_found":
      throw new Error(`payment ${payment.id} vanished`);
  }
}

/**
 * The customer may retry after FAILURE or DROP; two simultaneous clicks create one attempt (decisions 0029 and 0038).
 */
async function retry(deps: Deps, payment: Payment): Promise<SubmittedCheckout> {
  if (!(await isRetryOpen(deps.pool, payment, deps.clock.now()))) return { kind: "unmoved", payment };
  const [evaluated, declinedAt] = await Promise.all([
    routePayment(deps, payment.merchantId, payment),
    gatewaysThatDeclined(deps, payment),
  ]);
  const routing = avoiding(evaluated, declinedAt);
  if (routing.matching.length === 0) return { kind: "unmoved", payment };
  const place = { attempt: payment.attempt + 1, checkoutToken: payment.checkoutToken };
  const request = requestOf(payment);
  const written = await writeAttempt(deps, payment.merchantId, request, place, routing);
  if (!written.ok) {
    // A concurrent click was first, or the reference was deleted meanwhile and accepts no further attempt.
    return { kind: written.error === "attempt_exists" ? "retried" : "unmoved", payment };
  }
  if (await wasClosedMeanwhile(deps, payment)) {
    const cancelled = await cancelPayment(deps, payment.merchantId, payment.reference);
    return { kind: "unmoved", payment: cancelled.ok ? cancelled.value : written.value };
  }
  const state = await readGatewayState(deps.pool, payment.merchantId);
  const result = await initialiseAttempt(deps, written.value, routing, state, rememberNothing);
  return { kind: "retried", payment: result.payment };
}

/**
 * The gateways that declined earlier attempts of the reference for a reason that another one may not have; the one of
 * the latest attempt last.
 */
async function gatewaysThatDeclined(deps: Deps, { merchantId, reference }: Payment): Promise<string[]> {
  const attempts = await paymentsOfReference(deps.pool, merchantId, reference);
  const declined = attempts.flatMap(({ status, gateway, failure }) =>
    // A vendor's page stays open after a decline, so the attempt may have ended as dropped.
    status !== "SUCCESS" && gateway !== null && isMendable(gateway, failure?.code ?? null) ? [gateway] : [],
  );
  return [...new Set(declined)].reverse();
}

function isMendable(gateway: string, code: string | null): boolean {
  return avoidabilityOf(declineReasonOf(gateway, code)) === "mendable";
}

/** The fields of the merchant's request, without its outcome. */
function requestOf(payment: Payment) {
  const { amountPaise, currency, paymentMethod, cardScheme, issuingBank, udf1, udf2, udf3 } = payment;
  const { reference, customer, surl, furl } = payment;
  return {
    amountPaise,
    currency,
    paymentMethod,
    cardScheme,
    issuingBank,
    udf1,
    udf2,
    udf3,
    reference,
    customer,
    surl,
    furl,
  };
}
