import { systemClock } from "@/server/platform/clock";
import { loadVendorDocument, vendorFile } from "../routing/documents/vendor-document";
import { PAYPAL_ORDERS, PAYPAL_PAYMENTS, startPayPalDouble, TEST_PAYPAL } from "../routing/paypal-double";
import { TEST_PAYPAL_ROOTS } from "../routing/paypal-certificates";
import type { VendorFault } from "../routing/vendor-server";
import { moneyOf, readMoney, toMoney } from "@/server/routing/gateway/paypal/currencies";
import { createPayPal } from "@/server/routing/gateway/paypal/paypal";
import type { Gateway } from "@/server/routing/gateway/port";
import { DEFAULT_TIME_LIMIT_MS } from "@/server/routing/gateway/time-limit";
import { WITHOUT_DOCUMENT } from "./adyen-bench";
import { type Bench, type Operation, IMPATIENT_MS } from "./bench";
import type { Lacks } from "./cases";
import { documentedErrors } from "./documented-errors";
import { changedBody } from "./stripe-bench";

export const PAYPAL_LACKS: Lacks = {
  "an amount in a currency with three decimals arrives and returns to the paisa":
    "PayPal has no such currency",
  "a closed checkout says why the last attempt failed":
    "PayPal does not say of an order why a card was declined while the order is open",
  "money that comes after closing is reported":
    "none can come: a closed order cannot be captured (decision 0308)",
  "a notification that was recorded long ago is refused": "PayPal sends again for three days",
  ...(vendorFile(PAYPAL_ORDERS) === null ? WITHOUT_DOCUMENT : {}),
};

export async function paypalBench(): Promise<Bench> {
  const double = await startPayPalDouble();
  const adapter = (
    url: string,
    clientSecret: string = TEST_PAYPAL.clientSecret,
    timeLimitMs = DEFAULT_TIME_LIMIT_MS,
  ): Gateway =>
    createPayPal({
      ...TEST_PAYPAL,
      clientSecret,
      apiBase: new URL(url),
      timeLimitMs,
      clock: systemClock,
      trustedRoots: TEST_PAYPAL_ROOTS,
    });
  const order = (id: string) => {
    const found = double.orders.get(id);
    if (found === undefined) throw new Error(`the double has no order ${id}`);
    return found;
  };
  const captureOf = (checkoutId: string) =>
    [...double.captures.values()].find(({ orderId }) => orderId === checkoutId);
  const body = (name: string, issue: string): object => ({
    name,
    message: "Something about ravi@example.com.",
    debug_id: "0123456789abc",
    details: [{ issue, description: "Something about ravi@example.com." }],
  });
  const error = (status: number): VendorFault => ({ kind: "error", status, body: body("ERROR", "ISSUE") });
  const PATHS: Record<Operation, [document: string, method: string, path: string]> = {
    open: [PAYPAL_ORDERS, "POST", "/v2/checkout/orders"],
    fetch: [PAYPAL_ORDERS, "GET", "/v2/checkout/orders/1"],
    void: [PAYPAL_ORDERS, "PATCH", "/v2/checkout/orders/1"],
    refund: [PAYPAL_PAYMENTS, "POST", "/v2/payments/captures/1/refund"],
    fetchRefund: [PAYPAL_PAYMENTS, "GET", "/v2/payments/refunds/1"],
  };

  return {
    name: "paypal",
    gateway: adapter(double.url),
    currency: "USD",
    server: double,
    calls: {
      open: { method: "POST", path: /^\/v2\/checkout\/orders$/ },
      fetch: { method: "GET", path: /^\/v2\/checkout\/orders\// },
      void: { method: "PATCH", path: /^\/v2\/checkout\/orders\// },
      refund: { method: "POST", path: /\/refund$/ },
      fetchRefund: { method: "GET", path: /^\/v2\/payments\/refunds\// },
    },
    pay(checkoutId, amount) {
      const money = amount === undefined ? null : toMoney(amount.amountPaise, amount.currency);
      if (money?.ok === true) order(checkoutId).amount = money.value;
      return double.pay(checkoutId).id;
    },
    decline(checkoutId) {
      double.approve(checkoutId, "refuse");
      return { code: "INSTRUMENT_DECLINED", message: null };
    },
    expire: (checkoutId) => void (order(checkoutId).status = "VOIDED"),
    setUnknownStatus(what, id) {
      Object.assign(what === "checkout" ? order(id) : (double.refunds.get(id) ?? {}), {
        status: "ADDED_BY_THE_VENDOR",
      });
      double.vary("unknown_enums", 1);
    },
    checkoutsOf: ({ paymentId }) =>
      [...double.orders.values()].filter(({ custom_id: mark }) => mark.endsWith(`-${paymentId}`)).length,
    refundsOf: (charge) =>
      [...double.refunds.values()]
        .filter(({ captureId }) => captureId === charge)
        .map(({ amount }) => readMoney(amount) ?? -1n),
    holdRefunds: () => void (double.refundsBegin = "PENDING"),
    endRefund(id, status) {
      const refund = double.refunds.get(id);
      if (refund !== undefined) refund.status = status === "SUCCESS" ? "COMPLETED" : "FAILED";
    },
    forgetKeys: () => double.deleteExpiredIdempotencyKeys(),
    hear: () => {
      double.refundsBegin = "COMPLETED";
      return Promise.resolve();
    },
    refusal: (operation) => ({
      kind: "error",
      status: 422,
      body: body(
        "UNPROCESSABLE_ENTITY",
        operation === "refund" ? "CAPTURE_FULLY_REFUNDED" : "CURRENCY_NOT_SUPPORTED",
      ),
    }),
    refusalForNow: () => ({
      kind: "error",
      status: 422,
      body: body("UNPROCESSABLE_ENTITY", "REFUND_FAILED_INSUFFICIENT_FUNDS"),
    }),
    breakAmount(checkoutId) {
      const capture = captureOf(checkoutId);
      if (capture !== undefined) capture.amount = { ...moneyOf(1, "USD"), value: "0.001" };
    },
    error,
    stranger: () => adapter(double.url, "test_secret_of_nobody"),
    impatient: adapter(double.url, TEST_PAYPAL.clientSecret, IMPATIENT_MS),
    unreachable: () => adapter("http://127.0.0.1:9"),
    paymentNotification(checkoutId, { forged = false } = {}) {
      const capture = captureOf(checkoutId);
      return double.notification(
        capture === undefined ? "CHECKOUT.ORDER.APPROVED" : "PAYMENT.CAPTURE.COMPLETED",
        double.shown(capture?.id ?? checkoutId),
        forged ? { certificate: "CERT-of-nobody" } : {},
      );
    },
    refundNotification: (id) => double.notification("PAYMENT.CAPTURE.REFUNDED", double.shown(id)),
    otherNotification(content) {
      const sent = double.notification("CUSTOMER.DISPUTE.CREATED", content ?? { dispute_id: "PP-D-1" });
      // Any content is not PayPal's.
      if (content !== undefined) double.problems.splice(0);
      return sent;
    },
    changed: changedBody,
    unsigned: ({ rawBody }) => ({ rawBody, headers: {} }),
    vary: (variety, seed) => double.vary(variety, seed),
    documentedErrors(operation) {
      const [name, method, path] = PATHS[operation];
      const document = loadVendorDocument(name);
      return document === null ? [] : documentedErrors(document, method, path);
    },
    takeProblems: () => double.problems.splice(0),
    lacks: PAYPAL_LACKS,
    close: () => double.close(),
  };
}
