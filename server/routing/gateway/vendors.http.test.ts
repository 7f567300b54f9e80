import type { IncomingHttpHeaders } from "node:http";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type CreatedPayment, eventually } from "@/tools/testing/routing/merchant-code";
import { type AdyenDouble, startAdyenDouble, TEST_ADYEN } from "@/tools/testing/routing/adyen-double";
import {
  type CashfreeDouble,
  startCashfreeDouble,
  TEST_CASHFREE,
} from "@/tools/testing/routing/cashfree-double";
import { type PayPalDouble, startPayPalDouble, TEST_PAYPAL } from "@/tools/testing/routing/paypal-double";
import {
  type RazorpayDouble,
  startRazorpayDouble,
  TEST_RAZORPAY,
} from "@/tools/testing/routing/razorpay-double";
import { rule, saveRules } from "@/tools/testing/routing/rules";
import { startTestService, type TestService } from "@/tools/testing/routing/service";
import { startStripeDouble, type StripeDouble, TEST_STRIPE } from "@/tools/testing/routing/stripe-double";

type PaymentRecord = { transaction_status: string; gateway_transaction_id: string | null };
type Refund = { refund_status: string; refund_completed_at: string | null; gateway_refund_id: string | null };

let stripe: StripeDouble;
let razorpay: RazorpayDouble;
let adyen: AdyenDouble;
let paypal: PayPalDouble;
let cashfree: CashfreeDouble;
let service: TestService;
beforeAll(async () => {
  [stripe, razorpay, adyen, paypal, cashfree] = await Promise.all([
    startStripeDouble(),
    startRazorpayDouble(),
    startAdyenDouble(),
    startPayPalDouble(),
    startCashfreeDouble(),
  ]);
  service = await startTestService({
    STRIPE_SECRET_KEY: TEST_STRIPE.secretKey,
    STRIPE_WEBHOOK_SECRET: TEST_STRIPE.webhookSecret,
    STRIPE_API_BASE: stripe.url,
    RAZORPAY_KEY_ID: TEST_RAZORPAY.keyId,
    RAZORPAY_KEY_SECRET: TEST_RAZORPAY.keySecret,
    RAZORPAY_WEBHOOK_SECRET: TEST_RAZORPAY.webhookSecret,
    RAZORPAY_API_BASE: razorpay.url,
    ADYEN_API_KEY: TEST_ADYEN.apiKey,
    ADYEN_MERCHANT_ACCOUNT: TEST_ADYEN.merchantAccount,
    ADYEN_HMAC_KEY: TEST_ADYEN.hmacKey,
    ADYEN_API_BASE: adyen.url,
    PAYPAL_CLIENT_ID: TEST_PAYPAL.clientId,
    PAYPAL_CLIENT_SECRET: TEST_PAYPAL.clientSecret,
    PAYPAL_WEBHOOK_ID: TEST_PAYPAL.webhookId,
    PAYPAL_ENVIRONMENT: TEST_PAYPAL.environment,
    PAYPAL_API_BASE: paypal.url,
    CASHFREE_CLIENT_ID: TEST_CASHFREE.clientId,
    CASHFREE_CLIENT_SECRET: TEST_CASHFREE.clientSecret,
    CASHFREE_ENVIRONMENT: TEST_CASHFREE.environment,
    CASHFREE_API_BASE: cashfree.url,
    GATEWAY_TIME_LIMIT_MS: "8000",
    GATEWAY_FIRST_LOOK_MS: "150",
    CIRCUIT_FAILURES: "100",
    SIMULATOR: "on",
  });
  adyen.notifies = `${service.baseUrl}/gateways/adyen/notifications`;
});
afterAll(async () => {
  await service.stop();
  await Promise.all([stripe.close(), razorpay.close(), adyen.close(), paypal.close(), cashfree.close()]);
  expect([...adyen.problems, ...paypal.problems]).toEqual([]);
});

/** What a test needs for a vendor: how its double sends notifications and creates objects. */
type Vendor = {
  name: "stripe" | "razorpay" | "adyen" | "paypal" | "cashfree";
  currency: "INR" | "USD";
  requests(): { method: string; headers: IncomingHttpHeaders }[];
  /** The checkout of a payment, found by the mark that the adapter has put on it. */
  checkoutOf(paymentId: string): string;
  /** Part of the address of its page; its id unless given. */
  pageOf?(checkoutId: string): string | undefined;
  pay(checkoutId: string): string;
  statusOf(checkoutId: string): string | undefined;
  refundsOf(charge: string): number[];
  loseRefundResponse(): void;
  /** No checkout can be closed until the returned function is called. */
  breakClosing(): () => void;
};
/** Cashfree makes no link without a phone number. */
const CUSTOMER = { customer_email: "customer@example.com", customer_phone: "919000090000" };
const DOWN = { kind: "error", status: 503, body: {} } as const;
const VENDORS: Vendor[] = [
  {
    name: "stripe",
    currency: "INR",
    requests: () => stripe.requests,
    checkoutOf: (id) =>
      only([...stripe.sessions.values()].filter(({ metadata }) => metadata.payment_id === id)).id,
    pay: (id) => stripe.pay(id),
    statusOf: (id) => stripe.sessions.get(id)?.status,
    refundsOf: (charge) =>
      [...stripe.refunds.values()].filter((refund) => refund.payment_intent === charge).map(amountOf),
    loseRefundResponse: () => stripe.misbehave("POST", /^\/v1\/refunds$/, { kind: "hang_after_effect" }),
    breakClosing: () => stripe.misbehave("POST", /\/expire$/, DOWN, 1_000),
  },
  {
    name: "razorpay",
    currency: "INR",
    requests: () => razorpay.requests,
    checkoutOf: (id) => only([...razorpay.links.values()].filter(({ notes }) => notes.payment_id === id)).id,
    pay: (id) => razorpay.pay(id),
    statusOf: (id) => razorpay.links.get(id)?.status,
    refundsOf: (charge) =>
      [...razorpay.refunds.values()].filter((refund) => refund.payment_id === charge).map(amountOf),
    loseRefundResponse: () => razorpay.misbehave("POST", /\/refund$/, { kind: "hang_after_effect" }),
    breakClosing: () => razorpay.misbehave("POST", /\/cancel$/, DOWN, 1_000),
  },
  {
    name: "adyen",
    currency: "INR",
    requests: () => adyen.requests,
    checkoutOf: (id) =>
      only([...adyen.links.values()].filter(({ reference }) => reference.endsWith(`-${id}`))).id,
    pay: (id) => adyen.pay(id).pspReference,
    statusOf: (id) => adyen.links.get(id)?.status,
    refundsOf: (charge) =>
      [...adyen.refunds.values()]
        .filter((refund) => refund.paymentPspReference === charge)
        .map((refund) => refund.amount.value),
    loseRefundResponse: () => adyen.misbehave("POST", /\/refunds$/, { kind: "hang_after_effect" }),
    breakClosing: () => adyen.misbehave("PATCH", /paymentLinks/, DOWN, 1_000),
  },
  {
    name: "paypal",
    currency: "USD",
    requests: () => paypal.requests,
    checkoutOf: (id) =>
      only([...paypal.orders.values()].filter(({ custom_id }) => custom_id.endsWith(`-${id}`))).id,
    pay: (id) => paypal.pay(id).id,
    statusOf: (id) => (paypal.orders.get(id)?.intent === "AUTHORIZE" ? "cancelled" : "open"),
    refundsOf: (charge) =>
      [...paypal.refunds.values()]
        .filter(({ captureId }) => captureId === charge)
        .map(({ amount: { value } }) => Math.round(Number(value) * 100)),
    loseRefundResponse: () => paypal.misbehave("POST", /\/refund$/, { kind: "hang_after_effect" }),
    breakClosing: () => paypal.misbehave("PATCH", /orders/, DOWN, 1_000),
  },
  {
    name: "cashfree",
    currency: "INR",
    requests: () => cashfree.requests,
    checkoutOf: (id) =>
      only([...cashfree.links.values()].filter(({ link_notes: notes }) => notes.payment_id === id)).link_id,
    pageOf: (id) => cashfree.links.get(id)?.link_url,
    pay: (id) => cashfree.pay(id),
    statusOf: (id) => cashfree.links.get(id)?.link_status.toLowerCase(),
    refundsOf: (charge) =>
      [...cashfree.refunds.values()]
        .filter(({ order_id: of }) => of === charge)
        .map(({ refund_amount: rupees }) => Math.round(rupees * 100)),
    loseRefundResponse: () => cashfree.misbehave("POST", /\/refunds$/, { kind: "hang_after_effect" }),
    breakClosing: () => cashfree.misbehave("POST", /\/cancel$/, DOWN, 1_000),
  },
];
const amountOf = ({ amount }: { amount: number }): number => amount;
function only<T>(found: readonly T[]): T {
  const [first, ...others] = found;
  if (first === undefined || others.length > 0) throw new Error(`expected one, found ${found.length}`);
  return first;
}

const statusOf = async (payment: CreatedPayment): Promise<PaymentRecord | undefined> =>
  ((await service.merchant.status(payment.merchant_transaction_id)).json as PaymentRecord[])[0];
const untilStatus = (payment: CreatedPayment, status: string): Promise<PaymentRecord | undefined> =>
  eventually(
    () => statusOf(payment),
    (record) => record?.transaction_status === status,
  );

describe.each(VENDORS)("the service with $name", (vendor) => {
  beforeEach(() =>
    saveRules(service.merchant, [rule("vendor", { target: { kind: "gateway", gateway: vendor.name } })]),
  );

  test("hands the customer to the vendor's page, and learns by itself that it was paid", async () => {
    const payment = await service.merchant.payment(
      { transaction_amount: "1499.00", currency: vendor.currency, customer_details: CUSTOMER },
      null,
    );
    const page = await fetch(payment.payment_link, { redirect: "manual" });
    const checkout = vendor.checkoutOf(payment.transaction_id);
    expect(page.status).toBe(303);
    expect(page.headers.get("location")).toContain(vendor.pageOf?.(checkout) ?? checkout);
    const charge = vendor.pay(checkout);
    expect((await untilStatus(payment, "SUCCESS"))?.gateway_transaction_id).toBe(charge);
  });

  test("refunds once, though the vendor's answer is lost (failures 3 and 25)", async () => {
    const payment = await service.merchant.payment(
      { transaction_amount: "100.00", currency: vendor.currency, customer_details: CUSTOMER },
      null,
    );
    const charge = vendor.pay(vendor.checkoutOf(payment.transaction_id));
    await untilStatus(payment, "SUCCESS");
    vendor.loseRefundResponse();
    const { refund_id: id } = (await service.merchant.refund(payment.transaction_id, "40.00")).json as {
      refund_id: string;
    };
    const ended = await eventually(
      async () => (await service.merchant.refundStatus(id)).json as Refund,
      (refund) => refund.refund_completed_at !== null,
    );
    expect(ended.refund_status).toBe("SUCCESS");
    expect(vendor.refundsOf(charge)).toEqual([4_000]);
  });

  test("receives the id of the request behind each call, the refund's job included", async () => {
    const withRequestId = (id: string): Record<string, string> => ({
      "X-Request-Id": `${vendor.name}-${id}`,
    });
    const created = await service.merchant.initiate(
      { transaction_amount: "100.00", currency: vendor.currency, customer_details: CUSTOMER },
      withRequestId("create"),
    );
    const payment = created.json as CreatedPayment;
    vendor.pay(vendor.checkoutOf(payment.transaction_id));
    await untilStatus(payment, "SUCCESS");
    await service.merchant.refund(payment.transaction_id, "1.00", {}, withRequestId("refund"));

    const requests = vendor.requests();
    const wasSent = (id: string): boolean =>
      requests.some(
        ({ method, headers }) => method === "POST" && headers["x-request-id"] === `${vendor.name}-${id}`,
      );
    expect(wasSent("create")).toBe(true);
    await eventually(() => Promise.resolve(wasSent("refund")), Boolean);
  });

  test("closes the vendor's page of a payment that was cancelled", async () => {
    const payment = await service.merchant.payment(
      { currency: vendor.currency, customer_details: CUSTOMER },
      null,
    );
    expect((await service.merchant.cancel(payment.merchant_transaction_id)).status).toBe(200);
    const checkout = vendor.checkoutOf(payment.transaction_id);
    await eventually(
      () => Promise.resolve(vendor.statusOf(checkout)),
      (status) => status === "expired" || status === "cancelled",
    );
  });

  test("sends the money back that came although the payment was cancelled (decision 0004)", async () => {
    const payment = await service.merchant.payment(
      { transaction_amount: "70.00", currency: vendor.currency, customer_details: CUSTOMER },
      null,
    );
    const mend = vendor.breakClosing();
    expect((await service.merchant.cancel(payment.merchant_transaction_id)).status).toBe(200);
    const charge = vendor.pay(vendor.checkoutOf(payment.transaction_id));
    mend();
    await eventually(
      () => Promise.resolve(vendor.refundsOf(charge)),
      (refunds) => refunds.length > 0,
    );
    expect(vendor.refundsOf(charge)).toEqual([7_000]);
    expect((await statusOf(payment))?.transaction_status).toBe("CANCELLED");
  });
});

test("a payment that Stripe cannot take goes to the next gateway, and the decision says why (decision 0031)", async () => {
  await saveRules(service.merchant, [
    rule("failover", { target: { kind: "failover", gateways: ["stripe", "razorpay", "simulator"] } }),
  ]);
  const payment = await service.merchant.payment({ currency: "JPY", transaction_amount: "100.50" }, null);
  const { rows } = await service.db.query<{ gateway: string; decision: string }>(
    `select gateway, routing_decision::text as decision from payments where id = $1`,
    [payment.transaction_id],
  );
  expect(rows[0]?.gateway).toBe("simulator");
  expect(rows[0]?.decision).toContain("JPY 100.50 has a fraction");
});

test("a notification of Adyen with several items looks up each payment, also one that has ended", async () => {
  await saveRules(service.merchant, [rule("vendor", { target: { kind: "gateway", gateway: "adyen" } })]);
  const make = () => service.merchant.payment({ transaction_amount: "70.00" }, null);
  const [open, ended] = [await make(), await make()];
  expect((await service.merchant.cancel(ended.merchant_transaction_id)).status).toBe(200);
  const linkOf = (payment: CreatedPayment) =>
    only(
      [...adyen.links.values()].filter(({ reference }) => reference.endsWith(`-${payment.transaction_id}`)),
    );
  const isPolled = () =>
    service.db.query("select 1 from payments where id = $1 and watched_until is not null", [
      ended.transaction_id,
    ]);
  await eventually(isPolled, ({ rowCount }) => rowCount === 0);
  // It was paid a moment before its link was closed, and Adyen reports that late.
  const { notifies } = adyen;
  adyen.notifies = null;
  const items = [open, ended].map((payment) => adyen.authorised(adyen.pay(linkOf(payment).id)));
  adyen.notifies = notifies;
  expect(await adyen.deliver(notifies ?? "", items)).toBe(200);
  expect((await untilStatus(open, "SUCCESS"))?.gateway_transaction_id).toBe(items[0]?.pspReference);
  await eventually(
    () => Promise.resolve([...adyen.refunds.values()].map((refund) => refund.paymentPspReference)),
    (refunds) => refunds.includes(items[1]?.pspReference ?? ""),
  );
});
