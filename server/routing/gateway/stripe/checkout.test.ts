import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { systemClock } from "@/server/platform/clock";
import { checkoutRequest } from "@/tools/testing/routing/checkout-request";
import { skippedWithout, vendorFile } from "@/tools/testing/routing/documents/vendor-document";
import { startStripeDouble, type StripeDouble, TEST_STRIPE } from "@/tools/testing/routing/stripe-double";
import { STRIPE_EXAMPLES, stripeExamples } from "@/tools/testing/routing/stripe-objects";
import { type CheckoutOpened, type CheckoutRequest, type Gateway } from "../port";
import { createStripe } from "./stripe";

const TIME_LIMIT_MS = 800;

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

  test("a refusal of Stripe's is reported by its code, without the customer's address", async () => {
    const customer = { email: "ravi-at-example", phone: null, name: null };
    const refused = await stripe.openCheckout(checkoutRequest({ customer }));
    expect(refused).toEqual({
      kind: "failed",
      cause: "refused",
      message: "Stripe refused: email_invalid (customer_email)",
    });
  });
});

describe("what became of a checkout", () => {
  test("a reason in another shape hides nothing", async () => {
    const { checkoutId } = await open();
    double.decline(checkoutId, { code: 7, message: { text: "declined" } } as never);
    double.expire(checkoutId);
    expect(await stripe.fetchPayment(checkoutId, "take")).toEqual({
      status: "CLOSED",
      failure: { code: null, message: null },
    });
  });

  test("a method that settles later is open until it has settled, and a failure when it does not", async () => {
    const { checkoutId } = await open();
    double.payLater(checkoutId, null);
    expect(await stripe.fetchPayment(checkoutId, "take")).toEqual({ status: "OPEN" });
    double.payLater(checkoutId, "failed");
    expect(await stripe.fetchPayment(checkoutId, "take")).toMatchObject({ status: "FAILURE" });
    double.payLater(checkoutId, "succeeded");
    expect(await stripe.fetchPayment(checkoutId, "take")).toMatchObject({ status: "SUCCESS" });
  });
});

test.skipIf(vendorFile(STRIPE_EXAMPLES) === null)(
  `the double's sessions have every field of Stripe's published example${skippedWithout(STRIPE_EXAMPLES)}`,
  async () => {
    const { checkoutId } = await open();
    const example = Object.keys(stripeExamples()["checkout.session"] ?? {});
    const missing = example.filter((field) => !(field in (double.sessions.get(checkoutId) ?? {})));
    expect([example.length > 50, missing]).toEqual([true, []]);
  },
);
