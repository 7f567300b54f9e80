import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { systemClock } from "@/server/platform/clock";
import { checkoutRequest } from "@/tools/testing/routing/checkout-request";
import {
  type RazorpayDouble,
  startRazorpayDouble,
  TEST_RAZORPAY,
} from "@/tools/testing/routing/razorpay-double";
import type { VendorFault } from "@/tools/testing/routing/vendor-server";
import { type CheckoutOpened, type CheckoutRequest, type Gateway, GatewayUnavailable } from "../port";
import { createRazorpay } from "./razorpay";

const TIME_LIMIT_MS = 800;
const LINKS = /^\/v1\/payment_links/;

let double: RazorpayDouble;
let razorpay: Gateway;
beforeAll(async () => {
  double = await startRazorpayDouble();
  razorpay = adapter(double.url);
});
afterAll(() => double.close());

function adapter(url: string, keySecret: string = TEST_RAZORPAY.keySecret): Gateway {
  return createRazorpay({
    ...TEST_RAZORPAY,
    keySecret,
    apiBase: new URL(url),
    timeLimitMs: TIME_LIMIT_MS,
    clock: systemClock,
  });
}
async function open(fields: Partial<CheckoutRequest> = {}): Promise<CheckoutOpened> {
  const result = await razorpay.openCheckout(checkoutRequest(fields));
  if (result.kind !== "opened") throw new Error(result.message);
  return result;
}
/** The body of the last request for a link. */
function lastBody(): Record<string, unknown> {
  const request = double.requests.findLast(
    ({ method, path }) => method === "POST" && path === "/v1/payment_links",
  );
  return JSON.parse(request?.body ?? "{}") as Record<string, unknown>;
}

describe("opening a checkout at Razorpay", () => {
  test("requests a link with the amount in minor units, the payment's mark and the way back", async () => {
    const request = checkoutRequest();
    const opened = await razorpay.openCheckout(request);
    expect(opened).toMatchObject({
      kind: "opened",
      redirectUrl: expect.stringContaining(double.url) as string,
    });
    expect(lastBody()).toEqual({
      amount: 149_900,
      currency: "INR",
      accept_partial: false,
      reference_id: `7-${request.paymentId}`,
      description: `Chai & Co: ${request.reference}`,
      expire_by: Math.floor(request.expiresAt.getTime() / 1000),
      customer: { name: "Ravi", email: "ravi@example.com", contact: "919000090000" },
      notify: { sms: false, email: false },
      reminder_enable: false,
      notes: { merchant_id: "7", payment_id: request.paymentId },
      callback_url: request.returnUrl,
      callback_method: "get",
    });
  });

  test("the longest ids still make a reference that Razorpay takes", async () => {
    await open({ merchantId: 2_147_483_647, customer: { email: null, phone: "9190000", name: null } });
    expect(String(lastBody().reference_id)).toHaveLength(35);
  });

  test("the same payment requested twice has one link, which is found again", async () => {
    const request = checkoutRequest();
    const first = await razorpay.openCheckout(request);
    const before = double.links.size;
    expect(await razorpay.openCheckout(request)).toEqual(first);
    expect(double.links.size).toBe(before);
  });

  test("a link of this reference that can no longer be paid is not handed out", async () => {
    const request = checkoutRequest();
    const first = await razorpay.openCheckout(request);
    if (first.kind === "opened") double.expire(first.checkoutId);
    expect(await razorpay.openCheckout(request)).toMatchObject({ kind: "failed", cause: "refused" });
  });

  test("lives as long as Razorpay wants at least", async () => {
    await open({ expiresAt: new Date(Date.now() + 60_000) });
    expect(Number(lastBody().expire_by) * 1000).toBeGreaterThan(Date.now() + 15 * 60_000);
  });

  test("offers the method that the merchant named, alone", async () => {
    await open({ paymentMethod: "UPI" });
    expect(lastBody().options).toEqual({
      checkout: { method: { card: "0", upi: "1", netbanking: "0", wallet: "0" } },
    });
  });

  test("a refusal of Razorpay's is reported by its code and field, without the customer's address", async () => {
    const customer = { email: "ravi-at-example", phone: null, name: null };
    expect(await razorpay.openCheckout(checkoutRequest({ customer }))).toEqual({
      kind: "failed",
      cause: "refused",
      message: "Razorpay refused: BAD_REQUEST_ERROR (email), input_validation_failed",
    });
  });
});

describe("what became of a checkout", () => {
  test("closed, once it has expired; paid, if money was captured all the same", async () => {
    const { checkoutId } = await open();
    double.expire(checkoutId);
    expect(await razorpay.fetchPayment(checkoutId, "take")).toEqual({ status: "CLOSED" });
    double.pay(checkoutId);
    double.expire(checkoutId);
    expect(await razorpay.fetchPayment(checkoutId, "take")).toMatchObject({ status: "SUCCESS" });
  });

  test("paid twice: both charges are reported, so that one is sent back", async () => {
    const { checkoutId } = await open();
    const [first, second] = [double.pay(checkoutId), double.pay(checkoutId)].map((gatewayTransactionId) => ({
      gatewayTransactionId,
      amountPaise: 149_900n,
      currency: "INR",
    }));
    const both = { status: "SUCCESS", ...first, otherCharges: [second] };
    expect(await razorpay.fetchPayment(checkoutId, "look")).toEqual(both);
    expect(await razorpay.voidCheckout(checkoutId)).toEqual(both);
  });

  test("paid twice, and the first one was refunded: the other one is the charge", async () => {
    const { checkoutId } = await open();
    const [first, second] = [double.pay(checkoutId), double.pay(checkoutId)];
    await razorpay.refund({
      idempotencyKey: "sent back",
      gatewayTransactionId: first,
      amountPaise: 149_900n,
      currency: "INR",
      requestedAt: new Date(),
    });
    expect(await razorpay.fetchPayment(checkoutId, "look")).toMatchObject({
      gatewayTransactionId: second,
      otherCharges: [{ gatewayTransactionId: first }],
    });
  });

  test.each([
    ["another payment is authorized and not captured yet", "paid", "authorized"],
    ["the link is not paid yet", "created", "failed"],
  ])("paid, and may still be charged while %s", async (_, status, other) => {
    const { checkoutId } = await open();
    double.pay(checkoutId);
    double.decline(checkoutId);
    const link = double.links.get(checkoutId);
    const second = link?.payments?.at(-1);
    if (link === undefined || second === undefined) throw new Error("no second payment");
    Object.assign(second, { status: other });
    Object.assign(link, { status });
    expect(await razorpay.fetchPayment(checkoutId, "take")).toMatchObject({ mayStillBeCharged: true });
    Object.assign(second, { status: "failed" });
    expect(await razorpay.voidCheckout(checkoutId)).not.toHaveProperty("mayStillBeCharged");
  });

  test.each(["expired", "cancelled"] as const)(
    "not closed while a payment of a link that is %s is authorized: it may be captured",
    async (status) => {
      const { checkoutId } = await open();
      double.decline(checkoutId);
      const link = double.links.get(checkoutId);
      const payment = link?.payments?.at(-1);
      if (link === undefined || payment === undefined) throw new Error("no payment");
      Object.assign(payment, { status: "authorized" });
      link.status = status;
      expect(await razorpay.fetchPayment(checkoutId, "take")).toEqual({ status: "OPEN" });
      expect(await razorpay.voidCheckout(checkoutId)).toEqual({ status: "OPEN" });
      Object.assign(payment, { status: "failed" });
      expect(await razorpay.voidCheckout(checkoutId)).toMatchObject({ status: "CLOSED" });
    },
  );

  test("closed with the reason of the last declined attempt", async () => {
    const { checkoutId } = await open();
    double.decline(checkoutId, { error_code: "BAD_REQUEST_ERROR", error_reason: "incorrect_otp" });
    double.decline(checkoutId, {
      error_code: "BAD_REQUEST_ERROR",
      error_reason: "insufficient_funds",
      error_description: "Your payment could not be completed due to insufficient account balance.",
    });
    const failure = {
      code: "insufficient_funds",
      message: "Your payment could not be completed due to insufficient account balance.",
    };
    expect(await razorpay.voidCheckout(checkoutId)).toEqual({ status: "CLOSED", failure });
  });

  test("closed with the source of a reason that says nothing by itself", async () => {
    const { checkoutId } = await open();
    double.decline(checkoutId, { error_reason: "payment_failed", error_source: "gateway" });
    expect(await razorpay.voidCheckout(checkoutId)).toMatchObject({
      failure: { code: "payment_failed/gateway" },
    });
  });

  test("closed without a reason when the lookup of the declined attempt has no response", async () => {
    const { checkoutId } = await open();
    double.decline(checkoutId, { error_reason: "insufficient_funds" });
    double.expire(checkoutId);
    double.misbehave("GET", /^\/v1\/payments\//, { kind: "garbage" });
    expect(await razorpay.fetchPayment(checkoutId, "take")).toEqual({ status: "CLOSED" });
  });
});

test("a failure at the bank is an outage of Razorpay, whatever its status (failure 7)", async () => {
  const { checkoutId } = await open();
  const fault: VendorFault = {
    kind: "error",
    status: 400,
    body: { error: { code: "GATEWAY_ERROR", description: "Something about ravi@example.com went wrong." } },
  };
  double.misbehave("POST", LINKS, fault);
  const failed = await razorpay.openCheckout(checkoutRequest());
  expect(failed).toMatchObject({ kind: "failed", cause: "unavailable" });
  expect(JSON.stringify(failed)).not.toContain("ravi");
  double.misbehave("GET", LINKS, fault);
  await expect(razorpay.fetchPayment(checkoutId, "take")).rejects.toBeInstanceOf(GatewayUnavailable);
  double.misbehave("POST", LINKS, fault);
  await expect(razorpay.voidCheckout(checkoutId)).rejects.toBeInstanceOf(GatewayUnavailable);
});
