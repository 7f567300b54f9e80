import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { systemClock } from "@/server/platform/clock";
import { skippedWithout, vendorFile } from "@/tools/testing/routing/documents/vendor-document";
import { startStripeDouble, type StripeDouble, TEST_STRIPE } from "@/tools/testing/routing/stripe-double";
import { STRIPE_EXAMPLES, stripeExamples } from "@/tools/testing/routing/stripe-objects";
import type { Gateway, InboundNotification, NotificationReading } from "../port";
import { createStripe } from "./stripe";
import { DEFAULT_TIME_LIMIT_MS } from "../time-limit";

let double: StripeDouble;
let stripe: Gateway;
beforeAll(async () => {
  double = await startStripeDouble();
  stripe = createStripe({
    ...TEST_STRIPE,
    apiBase: new URL(double.url),
    timeLimitMs: DEFAULT_TIME_LIMIT_MS,
    clock: systemClock,
  });
});
afterAll(() => double.close());

const SESSION = {
  id: "cs_1",
  object: "checkout.session",
  metadata: { merchant_id: "7", payment_id: "TXN1" },
};
const INTENT = { ...SESSION, id: "pi_1", object: "payment_intent" };
const REFUND = { id: "re_1", object: "refund", payment_intent: "pi_1", metadata: {} };

const read = (type: string, object: object): Promise<NotificationReading> =>
  stripe.readNotification(double.notification(type, object));
const refused = { kind: "refused", reason: "bad_signature" };

describe("a notification of Stripe's", () => {
  test.each([
    ["checkout.session.completed", SESSION],
    ["checkout.session.async_payment_failed", SESSION],
    ["checkout.session.expired", SESSION],
    ["payment_intent.succeeded", INTENT],
    ["payment_intent.payment_failed", INTENT],
  ])("%s names its payment", async (type, object) => {
    expect(await read(type, object)).toEqual({
      kind: "payment",
      notificationId: expect.stringMatching(/^evt_/) as string,
      merchantId: 7,
      paymentId: "TXN1",
    });
  });

  test.each(["refund.created", "refund.updated", "refund.failed", "charge.refund.updated"])(
    "%s names its refund and the charge",
    async (type) => {
      expect(await read(type, REFUND)).toMatchObject({
        kind: "refund",
        gatewayRefundId: "re_1",
        gatewayTransactionId: "pi_1",
      });
    },
  );

  test("about anything else, or about others' payments, is genuine and ignored", async () => {
    expect(await read("customer.created", { id: "cus_1", metadata: {} })).toMatchObject({ kind: "ignored" });
    expect(await read("charge.refunded", { id: "ch_1", metadata: {} })).toMatchObject({ kind: "ignored" });
    const others = [
      {},
      { merchant_id: "7" },
      { merchant_id: "7e0", payment_id: "TXN1" },
      { merchant_id: "9999999999", payment_id: "TXN1" },
      { merchant_id: "7", payment_id: "TXN1\u0000" },
    ];
    for (const metadata of others) {
      expect(await read("payment_intent.succeeded", { ...INTENT, metadata })).toMatchObject({
        kind: "ignored",
      });
    }
  });

  test("whose signature is missing, wrong, of another secret, or over another body is refused", async () => {
    const genuine = double.notification("payment_intent.succeeded", INTENT);
    const withHeader = (signature?: string | string[]): InboundNotification => ({
      ...genuine,
      headers: { "stripe-signature": signature },
    });
    expect(await stripe.readNotification(withHeader())).toEqual(refused);
    expect(await stripe.readNotification(withHeader(""))).toEqual(refused);
    expect(await stripe.readNotification(withHeader(["t=1", "v1=2"]))).toEqual(refused);
    expect(await stripe.readNotification(withHeader("t=1,v1=00"))).toEqual(refused);
    const forged = double.notification("payment_intent.succeeded", INTENT, { secret: "whsec_of_nobody" });
    expect(await stripe.readNotification(forged)).toEqual(refused);
    const changed = Buffer.from(genuine.rawBody.toString().replace("TXN1", "TXN2"));
    expect(await stripe.readNotification({ ...genuine, rawBody: changed })).toEqual(refused);
  });

  test("whose time is as far from now as clocks do not differ is refused, in the past and in the future", async () => {
    const signedAfter = (seconds: number) =>
      double.notification("payment_intent.succeeded", INTENT, { at: new Date(Date.now() + seconds * 1_000) });
    for (const seconds of [-290, 290]) {
      expect(await stripe.readNotification(signedAfter(seconds))).toMatchObject({ kind: "payment" });
    }
    for (const seconds of [-310, 310, 86_400]) {
      expect(await stripe.readNotification(signedAfter(seconds))).toEqual(refused);
    }
  });

  test.skipIf(vendorFile(STRIPE_EXAMPLES) === null)(
    `about each of Stripe's published objects is genuine, also about one without an id${skippedWithout(STRIPE_EXAMPLES)}`,
    async () => {
      for (const [name, object] of Object.entries(stripeExamples())) {
        const reading = await read(`${name}.updated`, object);
        expect([name, reading.kind]).toEqual([name, name === "refund" ? "refund" : "ignored"]);
      }
    },
  );

  test("that is signed and no event is malformed", async () => {
    expect(await read("payment_intent.succeeded", undefined as never)).toEqual({
      kind: "refused",
      reason: "malformed",
    });
  });
});

describe("a dispute at Stripe", () => {
  const dispute = (status: string, more: object = {}) => ({
    object: "dispute",
    id: "dp_1",
    charge: "ch_1",
    payment_intent: "pi_1",
    amount: 50_000,
    currency: "inr",
    reason: "fraudulent",
    status,
    metadata: {},
    ...more,
  });

  test.each([
    ["charge.dispute.created", "needs_response", "dispute_opened"],
    ["charge.dispute.funds_withdrawn", "needs_response", "charged_back"],
    ["charge.dispute.funds_reinstated", "won", "dispute_won"],
    ["charge.dispute.closed", "won", "dispute_won"],
    ["charge.dispute.closed", "warning_closed", "dispute_won"],
    ["charge.dispute.closed", "lost", "charged_back"],
    ["charge.dispute.closed", "a_status_of_later", "dispute_closed"],
  ])("%s with the status %s is %s", async (event, status, step) => {
    expect(await read(event, dispute(status))).toMatchObject({
      kind: "dispute",
      gatewayTransactionId: "pi_1",
      dispute: {
        disputeId: "dp_1",
        step,
        event,
        amount: { amountPaise: 50_000n, currency: "INR" },
        reason: "fraudulent",
      },
    });
  });

  test("that says nothing new, or names no payment intent, is ignored", async () => {
    expect(await read("charge.dispute.updated", dispute("under_review"))).toMatchObject({ kind: "ignored" });
    const without = dispute("needs_response", { payment_intent: null });
    expect(await read("charge.dispute.created", without)).toMatchObject({ kind: "ignored" });
  });
});
