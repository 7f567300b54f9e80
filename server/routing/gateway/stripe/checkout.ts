import type Stripe from "stripe";
import type { PaymentMethod } from "@/lib/contract/statuses";
import type { Clock } from "@/server/platform/clock";
import { checkoutTitle } from "../checkout-title";
import { fromMinorUnits, toMinorUnits } from "../minor-units";
import { markOf } from "../payment-mark";
import {
  type CheckoutFailed,
  type CheckoutOpened,
  type CheckoutRequest,
  type GatewayFailure,
  type GatewayPayment,
  GatewayUnavailable,
} from "../port";
import { openingFailed, type VendorCheckout } from "../vendor-checkout";
import { readResponse, sessionSchema, type StripeIntent, type StripeSession } from "./responses";
import { callStripe, StripeRefusal, throwLookupError } from "./client";
import { stripeTerms } from "./currencies";

/** Payments are Checkout Sessions in payment mode: Stripe hosts the page. */
export function createStripeCheckout(options: {
  client: Stripe;
  clock: Clock;
  timeLimitMs: number;
}): VendorCheckout {
  const { sessions } = options.client.checkout;
  const limited = <T>(call: Promise<T>): Promise<T> => callStripe(options.timeLimitMs, call);

  async function open(request: CheckoutRequest): Promise<CheckoutOpened | CheckoutFailed> {
    const units = toMinorUnits(request.amountPaise, request.currency, stripeTerms);
    if (!units.ok) return { kind: "failed", cause: "refused", message: `Stripe: ${units.error}.` };
    try {
      const response = await limited(
        sessions.create(sessionOf(request, units.value, options.clock.now()), {
          idempotencyKey: request.idempotencyKey,
        }),
      );
      const session = readResponse(sessionSchema, response);
      if (typeof session.url !== "string") {
        throw new GatewayUnavailable(`Stripe opened ${session.id} without a page`);
      }
      return { kind: "opened", checkoutId: session.id, redirectUrl: session.url };
    } catch (error) {
      return openingFailed(error, StripeRefusal);
    }
  }

  async function fetch(checkoutId: string): Promise<GatewayPayment> {
    const response = await limited(sessions.retrieve(checkoutId, { expand: ["payment_intent"] })).catch(
      throwLookupError,
    );
    return toGatewayPayment(readResponse(sessionSchema, response));
  }

  return {
    open,
    fetch,
    async voidCheckout(checkoutId) {
      try {
        const expired = await limited(sessions.expire(checkoutId, { expand: ["payment_intent"] }));
        return toGatewayPayment(readResponse(sessionSchema, expired));
      } catch (error) {
        if (!(error instanceof StripeRefusal)) throw error;
        // Not open any more: paid, expired, or expired by an earlier call. A fetch of the session shows which.
        return fetch(checkoutId);
      }
    },
  };
}

function toGatewayPayment(session: StripeSession): GatewayPayment {
  const intent = typeof session.payment_intent === "object" ? session.payment_intent : null;
  if (session.payment_status === "paid") return paid(session.id, intent);
  const failure = failureOf(intent);
  if (session.status === "expired") return { status: "CLOSED", ...failure };
  // Complete and unpaid: a method that settles later (a bank debit). It is pending until its intent has ended.
  const hasEnded = session.status === "complete" && intent !== null && isLost(intent);
  return hasEnded ? { status: "FAILURE", gatewayTransactionId: intent.id, ...failure } : { status: "OPEN" };
}

/** The decline code says more than `card_declined`, which is the code of most declines. */
function failureOf(intent: StripeIntent | null): { failure?: GatewayFailure } {
  const error = intent?.last_payment_error ?? null;
  if (error === null) return {};
  return { failure: { code: error.decline_code ?? error.code ?? null, message: error.message ?? null } };
}

function paid(sessionId: string, intent: StripeIntent | null): GatewayPayment {
  const currency = intent?.currency.toUpperCase() ?? "";
  const amountPaise = intent === null ? null : fromMinorUnits(intent.amount_received, currency, stripeTerms);
  if (intent === null || amountPaise === null) {
    throw new GatewayUnavailable(`Stripe calls ${sessionId} paid and does not say how much came`);
  }
  return { status: "SUCCESS", gatewayTransactionId: intent.id, amountPaise, currency };
}

function isLost(intent: StripeIntent): boolean {
  if (intent.status === "canceled") return true;
  return intent.status === "requires_payment_method" && intent.last_payment_error !== null;
}

function sessionOf(request: CheckoutRequest, units: number, now: Date): Stripe.Checkout.SessionCreateParams {
  const metadata = markOf(request);
  const expiresAt = sessionEnd(request.expiresAt, now);
  const methods = methodTypes(request.paymentMethod, request.currency);
  return {
    mode: "payment",
    client_reference_id: `${request.merchantId}-${request.paymentId}`,
    line_items: [
      {
        quantity: 1,
        price_data: {
          currency: request.currency.toLowerCase(),
          unit_amount: units,
          product_data: { name: checkoutTitle(request) },
        },
      },
    ],
    // Otherwise Stripe may charge in the customer's own currency, and the amount would not be the requested one.
    adaptive_pricing: { enabled: false },
    metadata,
    payment_intent_data: { metadata },
    success_url: request.returnUrl,
    cancel_url: request.returnUrl,
    ...(expiresAt === null ? {} : { expires_at: expiresAt }),
    ...(request.customer.email === null ? {} : { customer_email: request.customer.email }),
    ...(methods === null ? {} : { allowed_payment_method_types: methods }),
  };
}

const MINUTE_MS = 60_000;
const SHORTEST_MS = 30 * MINUTE_MS;
const LONGEST_MS = 24 * 60 * MINUTE_MS;
/** Stripe checks by its own clock, when the request arrives. */
const LEEWAY_MS = 5 * MINUTE_MS;

/**
 * Stripe accepts an `expires_at` between 30 minutes and 24 hours from now. A later end is left to Stripe's default of
 * 24 hours; a sooner one is rounded to whole steps, because a retry under the same key must be identical. The service
 * closes the session itself when the payment ends.
 */
function sessionEnd(expiresAt: Date, now: Date): number | null {
  const inMs = expiresAt.getTime() - now.getTime();
  if (inMs > LONGEST_MS - LEEWAY_MS) return null;
  if (inMs >= SHORTEST_MS + LEEWAY_MS) return Math.floor(expiresAt.getTime() / 1000);
  const soonest = now.getTime() + SHORTEST_MS + LEEWAY_MS;
  return (Math.ceil(soonest / LEEWAY_MS) * LEEWAY_MS) / 1000;
}

/** Null where the page should offer whatever the account offers. Cards include the wallets. */
function methodTypes(method: PaymentMethod | null, currency: string): string[] | null {
  switch (method) {
    case "CC":
    case "DC":
    case "WALLET":
      return ["card"];
    case "UPI":
      return currency === "INR" ? ["upi"] : null;
    case "NB":
    case "EMI":
    case null:
      return null;
  }
}
