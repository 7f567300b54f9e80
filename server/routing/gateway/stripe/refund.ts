import type Stripe from "stripe";
import { type GatewayRefund, type GatewayRefundRequest, GatewayUnavailable } from "../port";
import { refundOnce } from "../refund-once";
import { readResponse, refundListSchema, refundSchema, type StripeRefund } from "./responses";
import { callStripe, StripeRefusal, throwLookupError } from "./client";
import { stripeTerms } from "./currencies";

/** Stores the idempotency key on the refund itself: Stripe forgets keys after a day. */
const KEY_FIELD = "paydeck_refund";
const PAGE = 100;
const MAX_PAGES = 10;

/**
 * The codes of Stripe's reference after which the same refund can never be made. Others pass, such as an empty balance or
 * keys of another account, or were added since: the refund stays pending and is retried; operators see its age.
 */
const FOR_GOOD: ReadonlySet<string> = new Set([
  "amount_too_large",
  "amount_too_small",
  "charge_already_refunded",
  "charge_disputed",
  "invalid_charge_amount",
  "parameter_invalid_integer",
  "refund_disputed_payment",
]);

type StripeRefunds = {
  refund(request: GatewayRefundRequest): Promise<GatewayRefund>;
  find(request: GatewayRefundRequest): Promise<GatewayRefund | null>;
  fetch(gatewayRefundId: string): Promise<GatewayRefund>;
};

export function createStripeRefunds(options: { client: Stripe; timeLimitMs: number }): StripeRefunds {
  const { refunds } = options.client;
  const limited = <T>(call: Promise<T>): Promise<T> => callStripe(options.timeLimitMs, call);

  /** Stripe forgets a key after a day and would refund again; a refund's metadata stays. */
  async function find(request: GatewayRefundRequest): Promise<GatewayRefund | null> {
    let after: string | undefined;
    for (let page = 0; page < MAX_PAGES; page += 1) {
      const response = await limited(
        refunds.list({
          payment_intent: request.gatewayTransactionId,
          limit: PAGE,
          ...(after === undefined ? {} : { starting_after: after }),
        }),
      ).catch(throwLookupError);
      const list = readResponse(refundListSchema, response);
      const ours = list.data.find((refund) => refund.metadata?.[KEY_FIELD] === request.idempotencyKey);
      if (ours !== undefined) return toGatewayRefund(ours);
      after = list.data.at(-1)?.id;
      if (!list.has_more || after === undefined) return null;
    }
    throw new GatewayUnavailable("Stripe has too many refunds of this charge to find ours");
  }

  async function send(request: GatewayRefundRequest, units: number): Promise<GatewayRefund> {
    const response = await limited(
      refunds.create(
        {
          payment_intent: request.gatewayTransactionId,
          amount: units,
          metadata: { [KEY_FIELD]: request.idempotencyKey },
        },
        { idempotencyKey: request.idempotencyKey },
      ),
    );
    return toGatewayRefund(readResponse(refundSchema, response));
  }

  return {
    refund: (request) =>
      refundOnce(
        {
          termsOf: stripeTerms,
          find,
          send,
          isRefusal: (error) => error instanceof StripeRefusal,
          failureOf: ({ code, text }) => ({ code, message: text }),
          // An amount above what is left has no code.
          isFinal: ({ code, param }) =>
            Promise.resolve(code === null ? param === "amount" : FOR_GOOD.has(code)),
        },
        request,
      ),
    find,

    async fetch(gatewayRefundId) {
      return toGatewayRefund(
        readResponse(refundSchema, await limited(refunds.retrieve(gatewayRefundId)).catch(throwLookupError)),
      );
    },
  };
}

/** `pending` and `requires_action` are not final; nor is a status that Stripe has added since. */
function toGatewayRefund(refund: StripeRefund): GatewayRefund {
  const gatewayRefundId = refund.id;
  if (refund.status === "succeeded") return { gatewayRefundId, status: "SUCCESS" };
  if (refund.status === "failed" || refund.status === "canceled") {
    const failure = { code: refund.failure_reason ?? null, message: null };
    return { gatewayRefundId, status: "FAILURE", failure };
  }
  return { gatewayRefundId, status: "PENDING" };
}
