import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { systemClock } from "@/server/platform/clock";
import { checkoutRequest } from "@/tools/testing/routing/checkout-request";
import {
  type PayPalDouble,
  type PayPalSigning,
  startPayPalDouble,
  TEST_PAYPAL,
} from "@/tools/testing/routing/paypal-double";
import { TEST_PAYPAL_ROOTS } from "@/tools/testing/routing/paypal-certificates";
import { type CheckoutRequest, type Gateway, type GatewayRefundRequest, GatewayUnavailable } from "../port";
import { crc32 } from "./crc32";
import { createPayPal } from "./paypal";
import { DEFAULT_TIME_LIMIT_MS } from "../time-limit";

let double: PayPalDouble;
let paypal: Gateway;
beforeAll(async () => {
  double = await startPayPalDouble();
  paypal = createPayPal({
    ...TEST_PAYPAL,
    apiBase: new URL(double.url),
    timeLimitMs: DEFAULT_TIME_LIMIT_MS,
    clock: systemClock,
    trustedRoots: TEST_PAYPAL_ROOTS,
  });
});
afterEach(() => expect(double.problems.splice(0)).toEqual([]));
afterAll(() => double.close());

async function open(fields: Partial<CheckoutRequest> = {}): Promise<string> {
  const opened = await paypal.openCheckout(checkoutRequest({ currency: "USD", ...fields }));
  if (opened.kind !== "opened") throw new Error(opened.message);
  return opened.checkoutId;
}
const captureCalls = (): number => double.requests.filter(({ path }) => path.endsWith("/capture")).length;

test("the checksum is that of the standard's example", () => {
  expect(crc32(Buffer.from("123456789"))).toBe(0xcbf43926);
});

describe("a payment at PayPal", () => {
  test("asks for an order in the currency's main unit, with the payment's mark and the way back", async () => {
    const request = checkoutRequest({ currency: "USD", amountPaise: 1_050n });
    expect(await paypal.openCheckout(request)).toMatchObject({
      redirectUrl: expect.stringContaining("/checkoutnow/") as string,
    });
    expect(JSON.parse(double.requests.at(-1)?.body ?? "")).toMatchObject({
      intent: "CAPTURE",
      purchase_units: [
        { custom_id: `7-${request.paymentId}`, amount: { currency_code: "USD", value: "10.50" } },
      ],
      payment_source: {
        paypal: {
          experience_context: {
            brand_name: "Chai & Co",
            return_url: request.returnUrl,
            cancel_url: request.returnUrl,
          },
        },
      },
    });
    await open({ currency: "JPY", amountPaise: 50_000n });
    expect(double.requests.at(-1)?.body).toContain('"value":"500"');
  });

  test("is captured by the first lookup after the customer approved it, once (decision 0308)", async () => {
    const checkoutId = await open({ amountPaise: 1_050n });
    expect(await paypal.fetchPayment(checkoutId, "take")).toEqual({ status: "OPEN" });
    double.approve(checkoutId);
    const [first, second] = await Promise.all([
      paypal.fetchPayment(checkoutId, "take"),
      paypal.fetchPayment(checkoutId, "take"),
    ]);
    expect(first).toMatchObject({ status: "SUCCESS", amountPaise: 1_050n, currency: "USD" });
    expect(second).toEqual(first);
    expect([...double.captures.values()].filter(({ orderId }) => orderId === checkoutId)).toHaveLength(1);
  });

  test("that is only looked at is not captured", async () => {
    const checkoutId = await open();
    double.approve(checkoutId);
    const calls = captureCalls();
    expect(await paypal.fetchPayment(checkoutId, "look")).toEqual({ status: "OPEN" });
    expect(captureCalls()).toBe(calls);
  });

  test("that was closed is never captured, although the customer approves it afterwards", async () => {
    const checkoutId = await open();
    expect(await paypal.voidCheckout(checkoutId)).toEqual({ status: "CLOSED" });
    double.approve(checkoutId);
    const calls = captureCalls();
    expect(await paypal.fetchPayment(checkoutId, "take")).toEqual({ status: "CLOSED" });
    expect(await paypal.voidCheckout(checkoutId)).toEqual({ status: "CLOSED" });
    expect(captureCalls()).toBe(calls);
  });

  test("that cannot be closed now stays open, and closing it captures nothing", async () => {
    const checkoutId = await open();
    double.approve(checkoutId);
    const refused = {
      status: 422,
      body: { name: "UNPROCESSABLE_ENTITY", details: [{ issue: "NOT_PATCHABLE" }] },
    };
    double.misbehave("PATCH", /orders/, { kind: "error", ...refused });
    expect(await paypal.voidCheckout(checkoutId)).toEqual({ status: "OPEN" });
    expect(double.captures.size).toBe(
      [...double.captures.values()].filter((c) => c.orderId !== checkoutId).length,
    );
  });

  test("whose card is declined stays open and says why, and another card pays it", async () => {
    const checkoutId = await open();
    double.approve(checkoutId, "refuse");
    expect(await paypal.fetchPayment(checkoutId, "take")).toEqual({
      status: "OPEN",
      failure: { code: "INSTRUMENT_DECLINED", message: null },
    });
    double.approve(checkoutId);
    expect(await paypal.fetchPayment(checkoutId, "take")).toMatchObject({ status: "SUCCESS" });
  });

  test("whose capture is declined has failed, with the processor's code", async () => {
    const checkoutId = await open();
    double.approve(checkoutId, "DECLINED");
    expect(await paypal.fetchPayment(checkoutId, "take")).toMatchObject({
      status: "FAILURE",
      failure: { code: "5120", message: "OTHER" },
    });
  });

  test("goes on with a new token when PayPal has revoked the old one", async () => {
    const checkoutId = await open();
    double.revokeTokens();
    expect(await paypal.fetchPayment(checkoutId, "take")).toEqual({ status: "OPEN" });
  });
});

test("a refund whose answer was lost is not sent again when PayPal may have forgotten it: a person decides", async () => {
  const checkoutId = await open({ amountPaise: 1_000n });
  const { id: charge } = double.pay(checkoutId);
  const requestedAt = new Date();
  const refund = {
    idempotencyKey: "7:RFD-forgotten",
    gatewayTransactionId: charge,
    amountPaise: 400n,
    currency: "USD",
    requestedAt,
  };
  double.misbehave("POST", /\/refund$/, { kind: "lose_response" });
  await expect(paypal.refund(refund)).rejects.toBeInstanceOf(GatewayUnavailable);
  double.orders.delete(checkoutId);
  double.deleteExpiredIdempotencyKeys();
  const later = createPayPal({
    ...TEST_PAYPAL,
    apiBase: new URL(double.url),
    timeLimitMs: DEFAULT_TIME_LIMIT_MS,
    clock: { now: () => new Date(requestedAt.getTime() + 46 * 24 * 60 * 60_000) },
    trustedRoots: TEST_PAYPAL_ROOTS,
  });
  await expect(later.refund(refund)).rejects.toBeInstanceOf(GatewayUnavailable);
  expect([...double.refunds.values()].filter(({ captureId }) => captureId === charge)).toHaveLength(1);
});

test("a first refund of a capture whose order PayPal no longer has is sent, however old: a completed one has none", async () => {
  const checkoutId = await open({ amountPaise: 1_000n });
  const { id: charge } = double.pay(checkoutId);
  double.orders.delete(checkoutId);
  const refund = {
    idempotencyKey: "7:RFD-old",
    gatewayTransactionId: charge,
    amountPaise: 400n,
    currency: "USD",
    requestedAt: new Date(Date.now() - 60 * 24 * 60 * 60_000),
  };
  expect((await paypal.refund(refund)).gatewayRefundId).not.toBeNull();
  await expect(paypal.refund(refund)).rejects.toBeInstanceOf(GatewayUnavailable);
  expect([...double.refunds.values()].filter(({ captureId }) => captureId === charge)).toHaveLength(1);
});

describe("whether a refund of a charge was ever sent", () => {
  async function charged(): Promise<{ checkoutId: string; refund: GatewayRefundRequest }> {
    const checkoutId = await open({ amountPaise: 1_000n });
    const refund = {
      idempotencyKey: `7:${checkoutId}`,
      gatewayTransactionId: double.pay(checkoutId).id,
      amountPaise: 1_000n,
      currency: "USD",
      requestedAt: new Date(),
    };
    return { checkoutId, refund };
  }

  test("is unknown when PayPal no longer has the order of a refunded capture", async () => {
    const { checkoutId, refund } = await charged();
    await paypal.refund(refund);
    double.orders.delete(checkoutId);
    await expect(paypal.findSentRefund(refund)).rejects.toBeInstanceOf(GatewayUnavailable);
  });

  test("is unknown when a refunded capture names no order, or its order no refund yet", async () => {
    const { refund } = await charged();
    await paypal.refund(refund);
    const { gatewayTransactionId: id } = refund;
    const body = { id, status: "PARTIALLY_REFUNDED", amount: { currency_code: "USD", value: "10.00" } };
    double.misbehave("GET", /captures/, { kind: "error", status: 200, body });
    await expect(paypal.findSentRefund(refund)).rejects.toBeInstanceOf(GatewayUnavailable);
    double.refunds.clear();
    await expect(paypal.findSentRefund(refund)).rejects.toBeInstanceOf(GatewayUnavailable);
  });

  test("is certain of a capture that is completed: there is none, also without its order", async () => {
    const { checkoutId, refund } = await charged();
    double.orders.delete(checkoutId);
    expect(await paypal.findSentRefund(refund)).toBeNull();
  });
});

describe("a notification of PayPal's", () => {
  async function captured(): Promise<string> {
    const checkoutId = await open();
    double.approve(checkoutId);
    await paypal.fetchPayment(checkoutId, "take");
    return [...double.captures.values()].find(({ orderId }) => orderId === checkoutId)?.id ?? "";
  }
  const read = (type: string, id: string, options?: PayPalSigning) =>
    paypal.readNotification(double.notification(type, double.shown(id), options));
  const refused = { kind: "refused", reason: "bad_signature" };

  test("names its payment: by the order, and by the capture", async () => {
    const capture = await captured();
    const { orderId, custom_id } = double.captures.get(capture) ?? { orderId: "", custom_id: "" };
    const payment = { kind: "payment", merchantId: 7, paymentId: custom_id.slice(2) };
    expect(await read("CHECKOUT.ORDER.APPROVED", orderId)).toMatchObject(payment);
    expect(await read("PAYMENT.CAPTURE.COMPLETED", capture)).toMatchObject(payment);
  });

  test("names its refund and the capture", async () => {
    const capture = await captured();
    const refund = await paypal.refund({
      idempotencyKey: "7:RFD-notified",
      requestedAt: systemClock.now(),
      gatewayTransactionId: capture,
      amountPaise: 100n,
      currency: "USD",
    });
    const reading = {
      kind: "refund",
      gatewayRefundId: refund.gatewayRefundId,
      gatewayTransactionId: capture,
    };
    expect(await read("PAYMENT.CAPTURE.REFUNDED", refund.gatewayRefundId ?? "")).toMatchObject(reading);
  });

  test.each<[string, PayPalSigning]>([
    ["for another webhook", { webhookId: "WHOTHER" }],
    ["with a certificate for another host", { certificate: "CERT-of-another-host" }],
    ["with a certificate that no root has signed", { certificate: "CERT-of-nobody" }],
    ["with an expired certificate", { certificate: "CERT-expired" }],
    ["with a certificate whose chain is not complete", { certificate: "CERT-without-chain" }],
  ])("signed %s is refused", async (_, options) => {
    expect(await read("PAYMENT.CAPTURE.COMPLETED", await captured(), options)).toEqual(refused);
  });

  test.each([
    "https://api.sandbox.paypal.com.shop.example/v1/notifications/certs/CERT-genuine",
    "https://shop.example/v1/notifications/certs/CERT-genuine",
    "http://api.sandbox.paypal.com/v1/notifications/certs/CERT-genuine",
    "https://api.sandbox.paypal.com:8443/v1/notifications/certs/CERT-genuine",
    "https://user@api.sandbox.paypal.com/v1/notifications/certs/CERT-genuine",
    "https://api.sandbox.paypal.com/v1/notifications/certs/../../oauth2/CERT-genuine",
    "https://api.sandbox.paypal.com/v1/notifications/certs/CERT-genuine?to=shop.example",
    // The live host's certificate does not count in the sandbox.
    "https://api.paypal.com/v1/notifications/certs/CERT-genuine",
    "no address",
  ])("whose certificate is at %s is refused without a call", async (certificateUrl) => {
    const capture = await captured();
    const calls = double.requests.length;
    expect(await read("PAYMENT.CAPTURE.COMPLETED", capture, { certificateUrl })).toEqual(refused);
    expect(double.requests.length).toBe(calls);
  });

  /** A process without any certificate. */
  function freshProcess() {
    let aheadMs = 0;
    const gateway = createPayPal({
      ...TEST_PAYPAL,
      apiBase: new URL(double.url),
      timeLimitMs: DEFAULT_TIME_LIMIT_MS,
      clock: { now: () => new Date(Date.now() + aheadMs) },
      trustedRoots: TEST_PAYPAL_ROOTS,
    });
    return { gateway, later: (ms: number) => (aheadMs += ms) };
  }
  const certificateCalls = (): number =>
    double.requests.filter(({ path }) => path.includes("/certs/")).length;

  test("whose certificate cannot be fetched now is to be sent again; it is fetched again after a minute", async () => {
    const { gateway, later } = freshProcess();
    double.misbehave("GET", /certs/, { kind: "error", status: 503, body: {} });
    const sent = double.notification("PAYMENT.CAPTURE.COMPLETED", double.shown(await captured()));
    const before = certificateCalls();
    await expect(gateway.readNotification(sent)).rejects.toBeInstanceOf(GatewayUnavailable);
    await expect(gateway.readNotification(sent)).rejects.toBeInstanceOf(GatewayUnavailable);
    expect(certificateCalls() - before).toBe(1);
    later(60_000);
    expect(await gateway.readNotification(sent)).toMatchObject({ kind: "payment" });
  });

  test("is read a minute later when a page came instead of the certificate", async () => {
    const { gateway, later } = freshProcess();
    double.misbehave("GET", /certs/, { kind: "garbage" });
    const sent = double.notification("PAYMENT.CAPTURE.COMPLETED", double.shown(await captured()));
    expect(await gateway.readNotification(sent)).toEqual(refused);
    await expect(gateway.readNotification(sent)).rejects.toBeInstanceOf(GatewayUnavailable);
    later(60_000);
    expect(await gateway.readNotification(sent)).toMatchObject({ kind: "payment" });
  });

  test("costs at most two calls to PayPal at once, and one for each address, whoever sends it", async () => {
    const { gateway } = freshProcess();
    const capture = double.shown(await captured());
    const before = certificateCalls();
    const forged = Array.from({ length: 30 }, (_, index) =>
      double.notification("PAYMENT.CAPTURE.COMPLETED", capture, {
        certificateUrl: `https://api.sandbox.paypal.com/v1/notifications/certs/CERT-forged-${index % 15}`,
      }),
    );
    const outcomes = await Promise.allSettled(forged.map((each) => gateway.readNotification(each)));
    expect(new Set(outcomes.map(({ status }) => status))).toEqual(new Set(["rejected"]));
    expect(certificateCalls() - before).toBe(2);

    const genuine = Array.from({ length: 20 }, () =>
      double.notification("PAYMENT.CAPTURE.COMPLETED", capture),
    );
    const readings = await Promise.all(genuine.map((each) => gateway.readNotification(each)));
    expect(new Set(readings.map(({ kind }) => kind))).toEqual(new Set(["payment"]));
    expect(certificateCalls() - before).toBe(3);
  });

  test("of a source that sent too many forged ones is read all the same, and costs one call at a time", async () => {
    const { gateway } = freshProcess();
    const capture = double.shown(await captured());
    const before = certificateCalls();
    const forged = Array.from({ length: 5 }, (_, index) => ({
      ...double.notification("PAYMENT.CAPTURE.COMPLETED", capture, {
        certificateUrl: `https://api.sandbox.paypal.com/v1/notifications/certs/CERT-doubted-${index}`,
      }),
      isDoubted: true,
    }));
    await Promise.allSettled(forged.map((each) => gateway.readNotification(each)));
    expect(certificateCalls() - before).toBe(1);
    const genuine = { ...double.notification("PAYMENT.CAPTURE.COMPLETED", capture), isDoubted: true };
    expect(await gateway.readNotification(genuine)).toMatchObject({ kind: "payment" });
  });

  test("is not believed by the roots of Node, which do not know the double's", async () => {
    const { trustedRoots: _, ...options } = { ...TEST_PAYPAL, trustedRoots: TEST_PAYPAL_ROOTS };
    const strict = createPayPal({
      ...options,
      apiBase: new URL(double.url),
      timeLimitMs: DEFAULT_TIME_LIMIT_MS,
      clock: systemClock,
    });
    const sent = double.notification("PAYMENT.CAPTURE.COMPLETED", double.shown(await captured()));
    expect(await strict.readNotification(sent)).toEqual(refused);
  });
});

describe("a dispute at PayPal", () => {
  const read = (type: string, resource: object) =>
    paypal.readNotification(double.notification(type, resource));
  const dispute = (code?: string) => ({
    dispute_id: "PP-D-27803",
    reason: "MERCHANDISE_OR_SERVICE_NOT_RECEIVED",
    status: code === undefined ? "OPEN" : "RESOLVED",
    update_time: "2026-11-28T10:00:00.000Z",
    dispute_amount: { currency_code: "USD", value: "50.00" },
    disputed_transactions: [{ seller_transaction_id: "3BC38643YC807283D" }],
    ...(code === undefined ? {} : { dispute_outcome: { outcome_code: code } }),
  });

  test.each([
    ["CUSTOMER.DISPUTE.CREATED", undefined, "dispute_opened"],
    ["CUSTOMER.DISPUTE.UPDATED", undefined, "dispute_opened"],
    ["CUSTOMER.DISPUTE.UPDATED", "RESOLVED_SELLER_FAVOUR", "dispute_won"],
    ["CUSTOMER.DISPUTE.RESOLVED", "RESOLVED_BUYER_FAVOUR", "charged_back"],
    ["CUSTOMER.DISPUTE.RESOLVED", "RESOLVED_SELLER_FAVOUR", "dispute_won"],
    ["CUSTOMER.DISPUTE.RESOLVED", "CANCELED_BY_BUYER", "dispute_won"],
    ["CUSTOMER.DISPUTE.RESOLVED", "RESOLVED_WITH_PAYOUT", "dispute_closed"],
  ])("%s with the outcome %s is %s", async (type, code, step) => {
    expect(await read(type, dispute(code))).toMatchObject({
      kind: "dispute",
      gatewayTransactionId: "3BC38643YC807283D",
      dispute: {
        disputeId: "PP-D-27803",
        step,
        amount: { amountPaise: 5_000n, currency: "USD" },
        changedAt: new Date("2026-11-28T10:00:00Z"),
      },
    });
  });

  test("that took the money of a capture back names it, by itself or by its reversal", async () => {
    const amount = { currency_code: "USD", value: "50.00" };
    const capture = { id: "3BC38643YC807283D", status: "REVERSED", amount, custom_id: "7-TXN1" };
    expect(await read("PAYMENT.CAPTURE.REVERSED", capture)).toMatchObject({
      kind: "dispute",
      mark: { merchantId: 7, paymentId: "TXN1" },
      gatewayTransactionId: "3BC38643YC807283D",
      dispute: { step: "charged_back", amount: { amountPaise: 5_000n, currency: "USD" } },
    });
    const links = [{ rel: "up", href: "https://api.paypal.com/v2/payments/captures/3BC38643YC807283D" }];
    expect(await read("PAYMENT.CAPTURE.REVERSED", { id: "1JU08902781691411", amount, links })).toMatchObject({
      gatewayTransactionId: "3BC38643YC807283D",
      dispute: { disputeId: "1JU08902781691411" },
    });
  });
});
