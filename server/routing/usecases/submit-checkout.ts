import { isExpired, mayRetry, type Payment } from "../domain/payment";
import { route } from "../domain/rule";
import { findPayment, findPaymentOfCheckout } from "../store/payments";
import { activeRules } from "../store/rules";
import { chargeCheckout } from "./charge-checkout";
import type { Deps } from "./deps";
import { endOverduePayment, endPayment } from "./end-payment";
import { rememberNothing } from "./idempotency";
import type { CheckoutKey } from "./view-checkout";
import { initialiseAttempt, writeAttempt } from "./write-attempt";

export const CHECKOUT_OUTCOMES = ["success", "failure", "drop", "retry"] as const;
export type CheckoutOutcome = (typeof CHECKOUT_OUTCOMES)[number];

export type SubmittedCheckout =
  | { kind: "unknown_link" }
  /** The state moved before this answer; where the customer goes next depends on it (D15). */
  | { kind: "moved"; payment: Payment }
  /** A new record stands behind the same link. */
  | { kind: "retried"; payment: Payment }
  /** The outcome came too late or for another state: nothing moved. */
  | { kind: "unmoved"; payment: Payment };

/** Takes the customer's choice on the service's own checkout page (D15). */
export async function submitCheckout(
  deps: Deps,
  key: CheckoutKey,
  outcome: CheckoutOutcome,
): Promise<SubmittedCheckout> {
  const payment = await currentPayment(deps, key);
  if (payment === null) return { kind: "unknown_link" };
  switch (outcome) {
    case "retry":
      return retry(deps, payment);
    case "drop":
      return drop(deps, payment);
    case "success":
      return charge(deps, payment, "SUCCESS");
    case "failure":
      return charge(deps, payment, "FAILURE");
  }
}

/** The latest attempt; one whose lifetime is over has ended before anything is done with it. */
async function currentPayment(deps: Deps, key: CheckoutKey): Promise<Payment | null> {
  const payment = await findPaymentOfCheckout(deps.pool, key.merchantId, key.token);
  if (payment === null || !isExpired(payment, deps.clock.now())) return payment;
  await endOverduePayment(deps, payment.merchantId, payment.id);
  return findPayment(deps.pool, payment.merchantId, payment.id);
}

async function charge(
  deps: Deps,
  payment: Payment,
  outcome: "SUCCESS" | "FAILURE",
): Promise<SubmittedCheckout> {
  const reported = await chargeCheckout(deps, payment, outcome);
  if (reported === null) return { kind: "unmoved", payment };
  return { kind: reported.kind === "moved" ? "moved" : "unmoved", payment: reported.payment };
}

async function drop(deps: Deps, payment: Payment): Promise<SubmittedCheckout> {
  if (payment.status !== "INITIATED") return { kind: "unmoved", payment };
  const ended = await endPayment(deps, payment.merchantId, payment.id, "DROP", "customer_left");
  if (ended.ok) return { kind: "moved", payment: ended.value };
  switch (ended.error.kind) {
    case "not_open":
      return { kind: "unmoved", payment: ended.error.payment };
    case "not_found":
      throw new Error(`payment ${payment.id} vanished`);
  }
}

/** D6 and D15: after FAILURE or DROP the customer may try again; two clicks at once make one record. */
async function retry(deps: Deps, payment: Payment): Promise<SubmittedCheckout> {
  if (!mayRetry(payment.status)) return { kind: "unmoved", payment };
  const routing = route(await activeRules(deps.pool, payment.merchantId), payment);
  if (routing.matching.length === 0) return { kind: "unmoved", payment };
  const place = { attempt: payment.attempt + 1, checkoutToken: payment.checkoutToken };
  const request = requestOf(payment);
  const written = await writeAttempt(deps, payment.merchantId, request, place, routing);
  if (written === null) return { kind: "retried", payment };
  const result = await initialiseAttempt(deps, written, routing, rememberNothing);
  return { kind: "retried", payment: result.payment };
}

/** What the merchant asked for, without what became of it. */
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
