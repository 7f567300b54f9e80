import { z } from "zod";
import { checkoutTitle } from "../checkout-title";
import { referenceOf } from "../payment-mark";
import {
  type CheckoutFailed,
  type CheckoutOpened,
  type CheckoutRequest,
  type GatewayFailure,
  type GatewayPayment,
  GatewayUnavailable,
} from "../port";
import { openingFailed, type VendorCheckout } from "../vendor-checkout";
import { orderSchema, type PayPalCapture, type PayPalOrder } from "./responses";
import { keyOf, type PayPalCall, PayPalRefusal, throwLookupError } from "./client";
import { type PayPalMoney, readMoney, toMoney } from "./currencies";

/**
 * Payments are orders. The customer approves one on PayPal's page, and the money moves only when it is captured here:
 * by the first lookup that finds it approved (decision 0308).
 */
export function createPayPalCheckout(call: PayPalCall): VendorCheckout {
  async function open(request: CheckoutRequest): Promise<CheckoutOpened | CheckoutFailed> {
    const money = toMoney(request.amountPaise, request.currency);
    if (!money.ok) return { kind: "failed", cause: "refused", message: `PayPal: ${money.error}.` };
    try {
      const order = await call(orderSchema, {
        method: "POST",
        path: "/v2/checkout/orders",
        requestId: keyOf(request.idempotencyKey),
        json: orderOf(request, money.value),
      });
      const page = order.links?.find(({ rel }) => rel === "payer-action" || rel === "approve");
      if (page === undefined) throw new GatewayUnavailable(`PayPal opened ${order.id} without a page`);
      return { kind: "opened", checkoutId: order.id, redirectUrl: page.href };
    } catch (error) {
      return openingFailed(error, PayPalRefusal);
    }
  }

  const read = (checkoutId: string): Promise<PayPalOrder> =>
    call(orderSchema, { method: "GET", path: orderPath(checkoutId) }).catch(throwLookupError);

  /** Takes the money of an approved order. PayPal captures an order once, whatever the request id. */
  async function capture(order: PayPalOrder): Promise<GatewayPayment> {
    try {
      const captured = await call(orderSchema, {
        method: "POST",
        path: `${orderPath(order.id)}/capture`,
        // A customer whose card was declined may approve again with another one: that is another request.
        requestId: keyOf(`capture:${order.id}:${order.update_time ?? ""}`),
        json: {},
      });
      return toGatewayPayment(captured);
    } catch (error) {
      if (!(error instanceof PayPalRefusal)) throw error;
      // Captured or closed by another worker a moment ago, or declined: then it stays approved, and the customer can
      // choose another card on the same page.
      const now = toGatewayPayment(await read(order.id));
      // The order itself never says why: it is said once, to the call that was refused.
      return now.status === "OPEN" && !NO_DECLINE.has(error.issue)
        ? { ...now, failure: { code: error.issue, message: null } }
        : now;
    }
  }

  return {
    open,
    async fetch(checkoutId, purpose) {
      const order = await read(checkoutId);
      const isPayable = purpose === "take" && order.status === "APPROVED" && order.intent === "CAPTURE";
      return isPayable && capturesOf(order).length === 0 ? capture(order) : toGatewayPayment(order);
    },
    async voidCheckout(checkoutId) {
      try {
        // PayPal has no call that ends an order. One with another intent cannot be captured.
        await call(NOTHING, {
          method: "PATCH",
          path: orderPath(checkoutId),
          json: [{ op: "replace", path: "/intent", value: CLOSED_INTENT }],
        });
      } catch (error) {
        if (!(error instanceof PayPalRefusal)) throw error;
        // Captured, or it cannot be changed in its status. A fetch of the order shows which.
      }
      return toGatewayPayment(await read(checkoutId));
    },
  };
}

/** The response of a change has no body; a page or an object is another system's. */
const NOTHING = z.strictObject({});
const CLOSED_INTENT = "AUTHORIZE";
/** Refusals of a capture that are about the order's status: another call was faster. */
const NO_DECLINE: ReadonlySet<string> = new Set([
  "ORDER_ALREADY_CAPTURED",
  "ORDER_COMPLETION_IN_PROGRESS",
  "ORDER_NOT_APPROVED",
]);
/** A captured amount counts although some of it was refunded. */
const PAID: ReadonlySet<string> = new Set(["COMPLETED", "PARTIALLY_REFUNDED", "REFUNDED"]);
const LOST: ReadonlySet<string> = new Set(["DECLINED", "FAILED"]);

const orderPath = (id: string): string => `/v2/checkout/orders/${encodeURIComponent(id)}`;

function capturesOf({ purchase_units: units }: PayPalOrder): PayPalCapture[] {
  return (units ?? []).flatMap(({ payments }) => payments?.captures ?? []);
}

function toGatewayPayment(order: PayPalOrder): GatewayPayment {
  const captures = capturesOf(order);
  const captured = captures.find(({ status }) => PAID.has(status));
  if (captured !== undefined) return paid(captured);
  const last = captures.at(-1);
  const failure = failureOf(last);
  if (order.status === "VOIDED" || (last === undefined && order.intent === CLOSED_INTENT)) {
    return { status: "CLOSED", ...failure };
  }
  if (order.status !== "COMPLETED") return { status: "OPEN" };
  if (last === undefined) throw new GatewayUnavailable(`PayPal calls ${order.id} paid and names no capture`);
  return LOST.has(last.status)
    ? { status: "FAILURE", gatewayTransactionId: last.id, ...failure }
    : { status: "OPEN" };
}

function paid({ id, amount }: PayPalCapture): GatewayPayment {
  const amountPaise = readMoney(amount);
  if (amountPaise === null) {
    throw new GatewayUnavailable(`PayPal calls ${id} paid and does not say how much came`);
  }
  return { status: "SUCCESS", gatewayTransactionId: id, amountPaise, currency: amount.currency_code };
}

/** The processor's code says more than PayPal's reason, which is a word for many causes. PayPal sends no message. */
function failureOf(capture: PayPalCapture | undefined): { failure?: GatewayFailure } {
  if (capture === undefined || !LOST.has(capture.status)) return {};
  const code = capture.processor_response?.response_code ?? capture.status_details?.reason ?? null;
  return { failure: { code, message: capture.status_details?.reason ?? null } };
}

function orderOf(request: CheckoutRequest, amount: PayPalMoney): object {
  const name = [...request.merchantName].slice(0, MAX_TEXT).join("");
  return {
    intent: "CAPTURE",
    purchase_units: [
      {
        custom_id: referenceOf(request),
        description: [...checkoutTitle(request)].slice(0, MAX_TEXT).join(""),
        amount,
      },
    ],
    payment_source: {
      paypal: {
        experience_context: {
          ...(name === "" ? {} : { brand_name: name }),
          return_url: request.returnUrl,
          cancel_url: request.returnUrl,
          user_action: "PAY_NOW",
          shipping_preference: "NO_SHIPPING",
          // Otherwise a bank transfer could stay pending for days.
          payment_method_preference: "IMMEDIATE_PAYMENT_REQUIRED",
        },
      },
    },
  };
}

const MAX_TEXT = 127;
