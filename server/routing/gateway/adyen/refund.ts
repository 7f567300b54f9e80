import type { Clock } from "@/server/platform/clock";
import { type GatewayRefund, type GatewayRefundRequest, GatewayUnavailable } from "../port";
import { refundOnce } from "../refund-once";
import { refundSchema } from "./responses";
import { keyOf } from "./checkout";
import { type AdyenCall, AdyenRefusal } from "./client";
import { adyenTerms } from "./currencies";
import type { AdyenEvent, AdyenEvents } from "./events";

type AdyenRefunds = {
  refund(request: GatewayRefundRequest): Promise<GatewayRefund>;
  find(request: GatewayRefundRequest): Promise<GatewayRefund | null>;
  fetch(gatewayRefundId: string): Promise<GatewayRefund>;
};

/** Adyen stores keys for at least seven days. A day less, because two clocks and a slow call are involved. */
const KEY_LIFE_MS = 6 * 24 * 60 * 60_000;

/** Adyen's codes for an invalid amount and an unsupported currency. Everything else may pass or change. */
const FOR_GOOD: ReadonlySet<string> = new Set(["137", "138"]);

export function createAdyenRefunds(options: {
  call: AdyenCall;
  events: AdyenEvents;
  clock: Clock;
  merchantAccount: string;
}): AdyenRefunds {
  const { call, events, clock, merchantAccount } = options;

  /** Only what its notifications reported, so nothing that came after the backup of a restored database. */
  async function find(request: GatewayRefundRequest): Promise<GatewayRefund | null> {
    const reference = keyOf(request.idempotencyKey);
    const reported = (await events.ofCharge(request.gatewayTransactionId)).filter(
      ({ merchantReference }) => merchantReference === reference,
    );
    const [first] = reported;
    return first === undefined ? null : toGatewayRefund(first.pspReference, reported);
  }

  /**
   * Adyen cannot be searched: only its notifications name a refund by our reference. Past the life of its key, a refund
   * whose notification never came is not sent again, because it could be made twice. Nor is one from a backup that is
   * older: the restored database cannot tell whether it was sent.
   */
  async function findOrForgotten(request: GatewayRefundRequest): Promise<GatewayRefund | null> {
    const found = await find(request);
    if (found !== null) return found;
    const firstSentAt = await events.firstSentAt(request);
    if (clock.now().getTime() - firstSentAt.getTime() < KEY_LIFE_MS) return null;
    throw new GatewayUnavailable("Adyen has forgotten the key of this refund and never reported it");
  }

  async function send(request: GatewayRefundRequest, units: number): Promise<GatewayRefund> {
    const refund = await call(refundSchema, {
      method: "POST",
      path: `/payments/${encodeURIComponent(request.gatewayTransactionId)}/refunds`,
      idempotencyKey: keyOf(request.idempotencyKey),
      json: {
        merchantAccount,
        amount: { value: units, currency: request.currency },
        reference: keyOf(request.idempotencyKey),
      },
    });
    return { gatewayRefundId: refund.pspReference, status: "PENDING" };
  }

  return {
    refund: (request) =>
      refundOnce(
        {
          termsOf: adyenTerms,
          find: findOrForgotten,
          send,
          isRefusal: (error) => error instanceof AdyenRefusal,
          failureOf: ({ code, text }) => ({ code, message: text }),
          isFinal: ({ code }) => Promise.resolve(code !== null && FOR_GOOD.has(code)),
        },
        request,
      ),
    find,
    async fetch(gatewayRefundId) {
      return toGatewayRefund(gatewayRefundId, await events.ofModification(gatewayRefundId));
    },
  };
}

/** Pending until Adyen has reported it. A scheme can reject a refund that Adyen has reported as made. */
function toGatewayRefund(gatewayRefundId: string, reported: readonly AdyenEvent[]): GatewayRefund {
  const has = (code: string, success: boolean): boolean =>
    reported.some((event) => event.eventCode === code && event.success === success);
  if (has("REFUND_FAILED", true) || has("REFUNDED_REVERSED", true)) {
    return { gatewayRefundId, status: "FAILURE" };
  }
  if (has("REFUND", true)) return { gatewayRefundId, status: "SUCCESS" };
  const refused = reported.find(({ eventCode, success }) => eventCode === "REFUND" && !success);
  if (refused === undefined) return { gatewayRefundId, status: "PENDING" };
  return { gatewayRefundId, status: "FAILURE", failure: { code: null, message: refused.reason } };
}
