import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { systemClock } from "@/server/platform/clock";
import { checkoutRequest } from "../../testing/checkout-request";
import { startStripeDouble, type StripeDouble, TEST_STRIPE } from "../../testing/stripe-double";
import type { VendorFault } from "../../testing/vendor-server";
import {
  type CheckoutOpened,
  type CheckoutRequest,
  type Gateway,
  GatewayRecordUnknown,
  GatewayUnavailable,
} from "../port";
import { createStripe } from "./stripe";

const TIME_LIMIT_MS = 800;
const SESSIONS = /^\/v1\/checkout\/sessions/;

let double: StripeDouble;
let stripe: Gateway;
beforeAll(async () => {
  double = await startStripeDouble();
  stripe = createStripe({
    ...TEST_STRIPE,
    apiBase: new URL(double.url),
    timeLimitMs: TIME_LIMIT_MS,
    clock: systemClock,
  });
});
afterAll(() => double.close());

async function open(fields: Partial<CheckoutRequest> = {}): Promise<CheckoutOpened> {
  const result = await stripe.openCheckout(checkoutRequest(fields));
  if (result.kind !== "opened") throw new Error(result.message);
  return result;
}
/** The form of the last request for a session. */
function lastForm(): URLSearchParams {
  const request = double.requests.findLast(
    ({ method, path }) => method === "POST" && path === "/v1/checkout/sessions",
  );
  return new URLSearchParams(request?.body);
}

describe("opening a checkout at Stripe", () => {
  test("requests a session with the amount in minor units, the payment's mark and the way back", async () => {
    const request = checkoutRequest();
    const opened = await stripe.openCheckout(request);
    expect(opened).toMatchObject({
      kind: "opened",
      redirectUrl: expect.stringContaining(double.url) as string,
    });
    expect(Object.fromEntries(lastForm())).toMatchObject({
      mode: "payment",
      client_reference_id: `7-${request.paymentId}`,
      "line_items[0][quantity]": "1",
      "line_items[0][price_data][currency]": "inr",
      "line_items[0][price_data][unit_amount]": "149900",
      "line_items[0][price_data][product_data][name]": `Chai & Co: ${request.reference}`,
      "adaptive_pricing[enabled]": "false",
      "metadata[merchant_id]": "7",
      "metadata[payment_id]": request.paymentId,
      "payment_intent_data[metadata][merchant_id]": "7",
      "payment_intent_data[metadata][payment_id]": request.paymentId,
      customer_email: "ravi@example.com",
      success_url: request.returnUrl,
      cancel_url: request.returnUrl,
    });
  });

  test("the same payment requested twice has one session", async () => {
    const request = checkoutRequest();
    const before = double.sessions.size;
    const [first, second] = [await stripe.openCheckout(request), await stripe.openCheckout(request)];
    expect(second).toEqual(first);
    expect(double.sessions.size).toBe(before + 1);
  });

  test("a session whose answer was lost is found again, not opened twice", async () => {
    const before = double.sessions.size;
    double.misbehave("POST", SESSIONS, { kind: "hang_after_effect" });
    const request = checkoutRequest();
    expect(await stripe.openCheckout(request)).toMatchObject({ kind: "failed", cause: "unavailable" });
    expect(await stripe.openCheckout(request)).toMatchObject({ kind: "opened" });
    expect(double.sessions.size).toBe(before + 1);
  });

  test("ends when the payment does, within what Stripe allows", async () => {
    const minutes = (count: number): Date => new Date(Date.now() + count * 60_000);
    const inTwoHours = minutes(120);
    await open({ expiresAt: inTwoHours });
    expect(lastForm().get("expires_at")).toBe(String(Math.floor(inTwoHours.getTime() / 1000)));
    await open({ expiresAt: minutes(24 * 60) });
    expect(lastForm().get("expires_at")).toBeNull();
    await open({ expiresAt: minutes(5) });
    const soonest = Number(lastForm().get("expires_at")) * 1000 - Date.now();
    expect(soonest).toBeGreaterThan(30 * 60_000);
    expect(soonest).toBeLessThan(45 * 60_000);
  });

  test("offers the method that the merchant named, where Stripe has it", async () => {
    await open({ paymentMethod: "UPI" });
    expect(lastForm().get("allowed_payment_method_types[0]")).toBe("upi");
    await open({ paymentMethod: "CC" });
    expect(lastForm().get("allowed_payment_method_types[0]")).toBe("card");
    await open({ paymentMethod: "NB" });
    expect(lastForm().get("allowed_payment_method_types[0]")).toBeNull();
  });

  test("an amount or a currency that Stripe cannot take is refused without a call", async () => {
    const calls = double.requests.length;
    const yen = { currency: "JPY", amountPaise: 1_050n };
    expect(await stripe.openCheckout(checkoutRequest(yen))).toEqual({
      kind: "failed",
      cause: "refused",
      message: "Stripe: JPY 10.50 has a fraction, and the currency has none.",
    });
    expect(await stripe.openCheckout(checkoutRequest({ currency: "KPW" }))).toMatchObject({
      cause: "refused",
    });
    expect(double.requests.length).toBe(calls);
  });

  test("a refusal of Stripe's is reported by its code, without the customer's address", async () => {
    const customer = { email: "ravi-at-example", phone: null, name: null };
    const refused = await stripe.openCheckout(checkoutRequest({ customer }));
    expect(refused).toEqual({
      kind: "failed",
      cause: "refused",
      message: "Stripe refused: email_invalid (customer_email)",
    });
  });

  test("a key that Stripe does not take counts as an outage, not as a word on the payment", async () => {
    const stranger = createStripe({
      secretKey: "sk_test_of_nobody",
      webhookSecret: TEST_STRIPE.webhookSecret,
      apiBase: new URL(double.url),
      timeLimitMs: TIME_LIMIT_MS,
      clock: systemClock,
    });
    const failed = await stranger.openCheckout(checkoutRequest());
    expect(failed).toMatchObject({ kind: "failed", cause: "unavailable" });
    expect(JSON.stringify(failed)).not.toContain("sk_test");
  });
});

describe("what became of a checkout", () => {
  test("open, until the customer has paid: then the charge, its amount and currency as Stripe has them", async () => {
    const { checkoutId } = await open({ currency: "KWD", amountPaise: 1_050n });
    expect(await stripe.fetchPayment(checkoutId)).toEqual({ status: "OPEN" });
    const intent = double.pay(checkoutId);
    expect(await stripe.fetchPayment(checkoutId)).toEqual({
      status: "SUCCESS",
      gatewayTransactionId: intent,
      amountPaise: 1_050n,
      currency: "KWD",
    });
  });

  test("closed, once it has expired", async () => {
    const { checkoutId } = await open();
    double.expire(checkoutId);
    expect(await stripe.fetchPayment(checkoutId)).toEqual({ status: "CLOSED" });
  });

  test("closed with the reason of the last declined attempt; until then open, because the customer can try again", async () => {
    const { checkoutId } = await open();
    const message = "Your card has insufficient funds.";
    double.decline(checkoutId, { code: "card_declined", decline_code: "insufficient_funds", message });
    expect(await stripe.fetchPayment(checkoutId)).toEqual({ status: "OPEN" });
    const closed = { status: "CLOSED", failure: { code: "insufficient_funds", message } };
    expect(await stripe.voidCheckout(checkoutId)).toEqual(closed);
    expect(await stripe.fetchPayment(checkoutId)).toEqual(closed);
  });

  test("a reason in another shape hides nothing", async () => {
    const { checkoutId } = await open();
    double.decline(checkoutId, { code: 7, message: { text: "declined" } } as never);
    double.expire(checkoutId);
    expect(await stripe.fetchPayment(checkoutId)).toEqual({
      status: "CLOSED",
      failure: { code: null, message: null },
    });
  });

  test("a method that settles later is open until it has settled, and a failure when it does not", async () => {
    const { checkoutId } = await open();
    double.payLater(checkoutId, null);
    expect(await stripe.fetchPayment(checkoutId)).toEqual({ status: "OPEN" });
    double.payLater(checkoutId, "failed");
    expect(await stripe.fetchPayment(checkoutId)).toMatchObject({ status: "FAILURE" });
    double.payLater(checkoutId, "succeeded");
    expect(await stripe.fetchPayment(checkoutId)).toMatchObject({ status: "SUCCESS" });
  });

  test("a checkout that Stripe does not know is unavailable, never 'not paid'", async () => {
    await expect(stripe.fetchPayment("cs_test_of_nobody")).rejects.toBeInstanceOf(GatewayRecordUnknown);
  });
});

describe("voiding a checkout", () => {
  test("closes an open one; a second time changes nothing", async () => {
    const { checkoutId } = await open();
    expect(await stripe.voidCheckout(checkoutId)).toEqual({ status: "CLOSED" });
    expect(await stripe.voidCheckout(checkoutId)).toEqual({ status: "CLOSED" });
    expect(double.sessions.get(checkoutId)?.status).toBe("expired");
  });

  test("reports the money when the customer was faster", async () => {
    const { checkoutId } = await open();
    const intent = double.pay(checkoutId);
    expect(await stripe.voidCheckout(checkoutId)).toMatchObject({
      status: "SUCCESS",
      gatewayTransactionId: intent,
    });
  });
});

describe("a Stripe that does not work (failure 7)", () => {
  const error = (status: number): VendorFault => ({
    kind: "error",
    status,
    body: { error: { type: "api_error", message: "Something about ravi@example.com went wrong." } },
  });
  const faults: [string, VendorFault][] = [
    ["never answers", { kind: "hang" }],
    ["trickles its answer", { kind: "trickle" }],
    ["answers with a page", { kind: "garbage" }],
    ["answers with JSON of another kind", { kind: "foreign_json" }],
    ["cuts its answer off", { kind: "cut" }],
    ["has too many requests", error(429)],
    ["is at work on this key", error(409)],
    ["fails", error(500)],
    ["is down", error(503)],
  ];

  test.each(faults)("that %s is unavailable, and its words are not passed on", async (_, fault) => {
    const { checkoutId } = await open();
    double.misbehave("POST", SESSIONS, fault);
    const failed = await stripe.openCheckout(checkoutRequest());
    expect(failed).toMatchObject({ kind: "failed", cause: "unavailable" });
    expect(JSON.stringify(failed)).not.toContain("ravi");

    double.misbehave("GET", SESSIONS, fault);
    await expect(stripe.fetchPayment(checkoutId)).rejects.toBeInstanceOf(GatewayUnavailable);

    double.misbehave("POST", SESSIONS, fault);
    await expect(stripe.voidCheckout(checkoutId)).rejects.toBeInstanceOf(GatewayUnavailable);
  });

  test("that cannot be reached at all is unavailable", async () => {
    const gone = await startStripeDouble();
    await gone.close();
    const stripeGone = createStripe({
      ...TEST_STRIPE,
      apiBase: new URL(gone.url),
      timeLimitMs: TIME_LIMIT_MS,
      clock: systemClock,
    });
    expect(await stripeGone.openCheckout(checkoutRequest())).toMatchObject({ cause: "unavailable" });
  });
});
