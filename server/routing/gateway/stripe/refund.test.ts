import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { systemClock } from "@/server/platform/clock";
import { checkoutRequest } from "@/tools/testing/routing/checkout-request";
import { startStripeDouble, type StripeDouble, TEST_STRIPE } from "@/tools/testing/routing/stripe-double";
import type { VendorFault } from "@/tools/testing/routing/vendor-server";
import { type Gateway, type GatewayRefundRequest, GatewayUnavailable } from "../port";
import { createStripe } from "./stripe";

const REFUNDS = /^\/v1\/refunds/;

let double: StripeDouble;
let stripe: Gateway;
beforeAll(async () => {
  double = await startStripeDouble();
  stripe = createStripe({
    ...TEST_STRIPE,
    apiBase: new URL(double.url),
    // Longer than the SDK's pause before it retries a closed connection, or that retry would fall into another test.
    timeLimitMs: 1_200,
    clock: systemClock,
  });
});
afterAll(() => double.close());

let refundRequest: (amountPaise: bigint, refundId?: string) => GatewayRefundRequest;
let charge: string;
beforeEach(async () => {
  const opened = await stripe.openCheckout(checkoutRequest({ amountPaise: 100_000n }));
  if (opened.kind !== "opened") throw new Error(opened.message);
  charge = double.pay(opened.checkoutId);
  double.refundsBegin = "succeeded";
  refundRequest = (amountPaise, refundId = "RFD1") => ({
    idempotencyKey: `7:${refundId}:${charge}`,
    requestedAt: systemClock.now(),
    gatewayTransactionId: charge,
    amountPaise,
    currency: "INR",
  });
});
const refusal = (status: number, code: string | null): VendorFault => ({
  kind: "error",
  status,
  body: { error: { type: "invalid_request_error", code, message: "Refused." } },
});

describe("a refund at Stripe", () => {
  test("is pending until Stripe has ended it", async () => {
    double.refundsBegin = "pending";
    const sent = await stripe.refund(refundRequest(25_000n));
    if (sent.gatewayRefundId === null) throw new Error("the refund was refused");
    expect(sent.status).toBe("PENDING");
    expect(double.refunds.get(sent.gatewayRefundId)).toMatchObject({
      amount: 25_000,
      payment_intent: charge,
    });
    double.resolveUnknownRefund(sent.gatewayRefundId, "succeeded");
    expect((await stripe.fetchRefund(sent.gatewayRefundId)).status).toBe("SUCCESS");
    double.resolveUnknownRefund(sent.gatewayRefundId, "canceled");
    expect((await stripe.fetchRefund(sent.gatewayRefundId)).status).toBe("FAILURE");
  });

  test("that Stripe calls already refunded is searched for before it is called a failure", async () => {
    const made = await stripe.refund(refundRequest(100_000n));
    // Another worker's refund that this one's first lookup did not see yet.
    double.misbehave("GET", REFUNDS, {
      kind: "error",
      status: 200,
      body: { object: "list", has_more: false, data: [] },
    });
    double.deleteExpiredIdempotencyKeys();
    expect(await stripe.refund(refundRequest(100_000n))).toEqual(made);
  });

  test.each(["balance_insufficient", "processing_error", "resource_missing", "added_by_stripe_since", null])(
    "refused for now, or for a reason that is not known (%s), stays open and succeeds later",
    async (code) => {
      double.misbehave("POST", REFUNDS, refusal(400, code));
      await expect(stripe.refund(refundRequest(10_000n))).rejects.toBeInstanceOf(GatewayUnavailable);
      expect((await stripe.refund(refundRequest(10_000n))).status).toBe("SUCCESS");
    },
  );

  test.each(["charge_disputed", "charge_already_refunded"])(
    "refused for good (%s) has failed",
    async (code) => {
      double.misbehave("POST", REFUNDS, refusal(400, code));
      expect(await stripe.refund(refundRequest(10_000n))).toEqual({
        gatewayRefundId: null,
        status: "FAILURE",
        failure: { code, message: "Refused." },
      });
    },
  );

  test("is found among hundreds of the same charge", async () => {
    const first = await stripe.refund(refundRequest(100n, "RFD-oldest"));
    for (let count = 0; count < 120; count += 1) await stripe.refund(refundRequest(100n, `RFD-${count}`));
    double.deleteExpiredIdempotencyKeys();
    expect(await stripe.refund(refundRequest(100n, "RFD-oldest"))).toEqual(first);
  });
});
