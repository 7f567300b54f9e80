import type { Clock } from "@/server/platform/clock";
import {
  GatewayRecordUnknown,
  type GatewayRefund,
  type GatewayRefundRequest,
  GatewayUnavailable,
} from "../port";
import { refundOnce } from "../refund-once";
import {
  captureSchema,
  orderSchema,
  type PayPalCapture,
  type PayPalOrder,
  type PayPalRefund,
  refundSchema,
} from "./responses";
import { keyOf, type PayPalCall, PayPalRefusal, throwLookupError } from "./client";
import { moneyOf, paypalTerms } from "./currencies";

type PayPalRefunds = {
  refund(request: GatewayRefundRequest): Promise<GatewayRefund>;
  findSent(request: GatewayRefundRequest): Promise<GatewayRefund | null>;
  fetch(gatewayRefundId: string): Promise<GatewayRefund>;
};

/**
 * The issues of PayPal's document after which the same refund can never be made. Others pass, such as a capture that is
 * still pending or an empty balance, or are about our account.
 */
const FOR_GOOD: ReadonlySet<string> = new Set([
  "CANNOT_BE_NEGATIVE",
  "CANNOT_BE_ZERO_OR_NEGATIVE",
  "CAPTURE_FULLY_REFUNDED",
  "CURRENCY_MISMATCH",
  "DECIMALS_NOT_SUPPORTED",
  "DECIMAL_PRECISION",
  "INVALID_CURRENCY_CODE",
  "MAX_NUMBER_OF_REFUNDS_EXCEEDED",
  "PARTIAL_REFUND_NOT_ALLOWED",
  "REFUND_AMOUNT_EXCEEDED",
  "REFUND_AMOUNT_TOO_LOW",
  "REFUND_CAPTURE_CURRENCY_MISMATCH",
  "REFUND_NOT_ALLOWED",
  "REFUND_NOT_PERMITTED_DUE_TO_CHARGEBACK",
  "REFUND_TIME_LIMIT_EXCEEDED",
]);

/** PayPal stores request ids of refunds for 45 days. Some less, because two clocks and a slow call are involved. */
const KEY_LIFE_MS = 44 * 24 * 60 * 60_000;

export function createPayPalRefunds(call: PayPalCall, clock: Clock): PayPalRefunds {
  /** `refunds`: those of the capture's order, which lists them; null where PayPal no longer has it. */
  async function readCapture(
    captureId: string,
  ): Promise<{ capture: PayPalCapture; refunds: PayPalRefund[] | null }> {
    const path = `/v2/payments/captures/${encodeURIComponent(captureId)}`;
    const capture = await call(captureSchema, { method: "GET", path }).catch(throwLookupError);
    const orderId = capture.supplementary_data?.related_ids?.order_id ?? null;
    const order = orderId === null ? null : await readOrder(orderId);
    const refunds = order?.purchase_units?.flatMap(({ payments }) => payments?.refunds ?? []) ?? [];
    return { capture, refunds: order === null ? null : refunds };
  }

  /**
   * A refund has our key as its `custom_id`. Where PayPal no longer has the order, its request id remains. Past that
   * one's life only a completed capture, which has no refund, tells that it was not made: otherwise it is not sent.
   */
  async function find(request: GatewayRefundRequest): Promise<GatewayRefund | null> {
    const { capture, refunds } = await readCapture(request.gatewayTransactionId);
    if (refunds === null && capture.status !== "COMPLETED") {
      const age = clock.now().getTime() - request.requestedAt.getTime();
      if (age < KEY_LIFE_MS) return null;
      throw new GatewayUnavailable("PayPal may have forgotten this refund, and no longer has its order");
    }
    return ours(refunds ?? [], request);
  }

  /** A completed capture has no refund. Of another one only a list that has refunds says that ours is not among them. */
  async function findSent(request: GatewayRefundRequest): Promise<GatewayRefund | null> {
    const { capture, refunds } = await readCapture(request.gatewayTransactionId);
    const found = ours(refunds ?? [], request);
    if (found !== null || capture.status === "COMPLETED" || (refunds ?? []).length > 0) return found;
    throw new GatewayUnavailable(`PayPal lists no refund of this capture, which is ${capture.status}`);
  }

  /** Null for an order that PayPal no longer has. */
  async function readOrder(orderId: string): Promise<PayPalOrder | null> {
    return await call(orderSchema, {
      method: "GET",
      path: `/v2/checkout/orders/${encodeURIComponent(orderId)}`,
    })
      .catch(throwLookupError)
      .catch((error: unknown) => {
        if (error instanceof GatewayRecordUnknown) return null;
        throw error;
      });
  }

  async function send(request: GatewayRefundRequest, units: number): Promise<GatewayRefund> {
    const key = keyOf(request.idempotencyKey);
    return toGatewayRefund(
      await call(refundSchema, {
        method: "POST",
        path: `/v2/payments/captures/${encodeURIComponent(request.gatewayTransactionId)}/refund`,
        requestId: key,
        json: { amount: moneyOf(units, request.currency), custom_id: key },
      }),
    );
  }

  return {
    refund: (request) =>
      refundOnce(
        {
          termsOf: paypalTerms,
          find,
          send,
          isRefusal: (error) => error instanceof PayPalRefusal,
          failureOf: ({ issue, text }) => ({ code: issue, message: text }),
          isFinal: ({ issue }) => Promise.resolve(FOR_GOOD.has(issue)),
        },
        request,
      ),
    findSent,
    async fetch(gatewayRefundId) {
      const path = `/v2/payments/refunds/${encodeURIComponent(gatewayRefundId)}`;
      return toGatewayRefund(await call(refundSchema, { method: "GET", path }).catch(throwLookupError));
    },
  };
}

function ours(
  refunds: readonly PayPalRefund[],
  { idempotencyKey }: GatewayRefundRequest,
): GatewayRefund | null {
  const found = refunds.find(({ custom_id: key }) => key === keyOf(idempotencyKey));
  return found === undefined ? null : toGatewayRefund(found);
}

/** `PENDING` is not final; nor is a status that PayPal has added since. */
function toGatewayRefund({ id: gatewayRefundId, status }: PayPalRefund): GatewayRefund {
  if (status === "COMPLETED") return { gatewayRefundId, status: "SUCCESS" };
  if (status === "FAILED" || status === "CANCELLED") return { gatewayRefundId, status: "FAILURE" };
  return { gatewayRefundId, status: "PENDING" };
}
