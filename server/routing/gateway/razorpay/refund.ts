import { createHash } from "node:crypto";
import type Razorpay from "razorpay";
import { type GatewayRefund, type GatewayRefundRequest, GatewayUnavailable } from "../port";
import { refundOnce } from "../refund-once";
import { paymentSchema, type RazorpayRefund, refundListSchema, refundSchema } from "./responses";
import type { RazorpayCalls } from "./calls";
import { RazorpayRefusal } from "./client";
import { razorpayTerms } from "./currencies";

/** Stores the idempotency key on the refund itself, whose notes can be searched at any time. */
const KEY_FIELD = "paydeck_refund";
const PAGE = 100;
const MAX_PAGES = 10;

type RazorpayRefunds = {
  refund(request: GatewayRefundRequest): Promise<GatewayRefund>;
  find(request: GatewayRefundRequest): Promise<GatewayRefund | null>;
  fetch(gatewayRefundId: string): Promise<GatewayRefund>;
};

export function createRazorpayRefunds(options: {
  client: Razorpay;
  /** A client whose requests carry these headers: the SDK accepts no headers per call. */
  clientWith(headers: Record<string, string>): Razorpay;
  calls: RazorpayCalls;
}): RazorpayRefunds {
  const { client, calls } = options;

  /** How long Razorpay remembers a key is not documented; a refund's notes stay. */
  async function find(request: GatewayRefundRequest): Promise<GatewayRefund | null> {
    for (let page = 0; page < MAX_PAGES; page += 1) {
      const { items } = await calls.lookUp(
        refundListSchema,
        client.payments.fetchMultipleRefund(encodeURIComponent(request.gatewayTransactionId), {
          count: PAGE,
          skip: page * PAGE,
        }),
      );
      const ours = items.find((refund) => refund.notes?.[KEY_FIELD] === request.idempotencyKey);
      if (ours !== undefined) return toGatewayRefund(ours);
      if (items.length < PAGE) return null;
    }
    throw new GatewayUnavailable("Razorpay has too many refunds of this charge to find ours");
  }

  async function send(request: GatewayRefundRequest, units: number): Promise<GatewayRefund> {
    const keyed = options.clientWith({ "X-Refund-Idempotency": headerKey(request.idempotencyKey) });
    const body = { amount: units, speed: "normal" as const, notes: { [KEY_FIELD]: request.idempotencyKey } };
    return toGatewayRefund(
      await calls.write(
        refundSchema,
        keyed.payments.refund(encodeURIComponent(request.gatewayTransactionId), body),
      ),
    );
  }

  /**
   * Whether a refused refund can never be made. Razorpay has one error code for "already refunded", "not enough
   * balance" and the rest, and error texts are no contract; so we fetch the charge. What it does not explain stays
   * unresolved.
   */
  async function isHopeless(request: GatewayRefundRequest, units: number): Promise<boolean> {
    const charge = await calls.lookUp(
      paymentSchema,
      client.payments.fetch(encodeURIComponent(request.gatewayTransactionId)),
    );
    return charge.status === "failed" || charge.amount - (charge.amount_refunded ?? 0) < units;
  }

  return {
    refund: (request) =>
      refundOnce(
        {
          termsOf: razorpayTerms,
          find,
          send,
          isRefusal: (error) => error instanceof RazorpayRefusal,
          failureOf: ({ reason, text }) => ({ code: reason, message: text }),
          isFinal: async (refusal, ...refund) => refusal.field === "amount" || isHopeless(...refund),
        },
        request,
      ),
    find,

    async fetch(gatewayRefundId) {
      return toGatewayRefund(
        await calls.lookUp(refundSchema, client.refunds.fetch(encodeURIComponent(gatewayRefundId))),
      );
    },
  };
}

/** Razorpay accepts only letters, digits, hyphens and underscores, at least ten characters. */
function headerKey(idempotencyKey: string): string {
  return createHash("sha256").update(idempotencyKey).digest("hex");
}

function toGatewayRefund({ id: gatewayRefundId, status }: RazorpayRefund): GatewayRefund {
  if (status === "processed") return { gatewayRefundId, status: "SUCCESS" };
  if (status === "failed") return { gatewayRefundId, status: "FAILURE" };
  return { gatewayRefundId, status: "PENDING" };
}
