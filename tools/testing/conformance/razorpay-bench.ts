import { systemClock } from "@/server/platform/clock";
import { refusal, startRazorpayDouble, TEST_RAZORPAY } from "../routing/razorpay-double";
import type { VendorFault } from "../routing/vendor-server";
import { fromMinorUnits, toMinorUnits } from "@/server/routing/gateway/minor-units";
import type { Gateway } from "@/server/routing/gateway/port";
import { DEFAULT_TIME_LIMIT_MS } from "@/server/routing/gateway/time-limit";
import { razorpayTerms } from "@/server/routing/gateway/razorpay/currencies";
import { createRazorpay } from "@/server/routing/gateway/razorpay/razorpay";
import { type Bench, IMPATIENT_MS } from "./bench";
import type { Lacks } from "./cases";
import { changedBody } from "./stripe-bench";

const NO_DOCUMENT = "Razorpay publishes no document of its API";

export const RAZORPAY_LACKS: Lacks = {
  "a payment requested by two workers at once has one checkout":
    "Razorpay refuses the second request while the first one is not found yet; the service opens under one lock",
  "a notification that was recorded long ago is refused": "Razorpay signs no time",
  "answers as varied as the document allows are read": NO_DOCUMENT,
  "no documented error of a lookup says anything about the money": NO_DOCUMENT,
  "each documented error of a refund is a failure without a refund, or unknown": NO_DOCUMENT,
  "each documented error of opening is a refusal or an outage": NO_DOCUMENT,
};

export async function razorpayBench(): Promise<Bench> {
  const double = await startRazorpayDouble();
  const adapter = (
    url: string,
    keySecret: string = TEST_RAZORPAY.keySecret,
    timeLimitMs = DEFAULT_TIME_LIMIT_MS,
  ): Gateway =>
    createRazorpay({
      ...TEST_RAZORPAY,
      keySecret,
      apiBase: new URL(url),
      timeLimitMs,
      clock: systemClock,
    });
  const link = (id: string) => {
    const found = double.links.get(id);
    if (found === undefined) throw new Error(`the double has no link ${id}`);
    return found;
  };
  const error = (status: number): VendorFault => ({
    kind: "error",
    status,
    body: { error: { code: "SERVER_ERROR", description: "Something about ravi@example.com." } },
  });
  const chargeOf = (checkoutId: string) => {
    const id = link(checkoutId).payments?.at(-1)?.payment_id ?? "";
    return double.payments.get(id);
  };

  return {
    name: "razorpay",
    gateway: adapter(double.url),
    currency: "INR",
    server: double,
    calls: {
      open: { method: "POST", path: /^\/v1\/payment_links$/ },
      fetch: { method: "GET", path: /^\/v1\/payment_links/ },
      void: { method: "POST", path: /\/cancel$/ },
      refund: { method: "POST", path: /^\/v1\/payments\/\w+\/refund$/ },
      fetchRefund: { method: "GET", path: /^\/v1\/refunds\// },
    },
    pay(checkoutId, amount) {
      const id = double.pay(checkoutId);
      const charge = double.payments.get(id);
      if (amount !== undefined && charge !== undefined) {
        const units = toMinorUnits(amount.amountPaise, amount.currency, razorpayTerms);
        Object.assign(charge, { amount: units.ok ? units.value : 0, currency: amount.currency });
      }
      return id;
    },
    decline(checkoutId) {
      const message = "Your payment could not be completed due to insufficient account balance.";
      double.decline(checkoutId, {
        error_code: "BAD_REQUEST_ERROR",
        error_reason: "insufficient_funds",
        error_description: message,
      });
      return { code: "insufficient_funds", message };
    },
    expire: (checkoutId) => double.expire(checkoutId),
    setUnknownStatus(what, id) {
      Object.assign(what === "checkout" ? link(id) : (double.refunds.get(id) ?? {}), {
        status: "added_by_the_vendor",
      });
    },
    checkoutsOf: ({ paymentId }) =>
      [...double.links.values()].filter(({ notes }) => notes.payment_id === paymentId).length,
    refundsOf: (charge) =>
      [...double.refunds.values()]
        .filter(({ payment_id: of }) => of === charge)
        .map(({ amount: units, currency }) => fromMinorUnits(units, currency, razorpayTerms) ?? -1n),
    holdRefunds: () => void (double.refundsBegin = "pending"),
    endRefund: (id, status) => double.resolveUnknownRefund(id, status === "SUCCESS" ? "processed" : "failed"),
    forgetKeys: () => double.deleteExpiredIdempotencyKeys(),
    hear: () => {
      double.refundsBegin = "processed";
      return Promise.resolve();
    },
    refusal: () => ({ kind: "error", status: 400, body: refusal(400, "amount").body as object }),
    refusalForNow: () => ({ kind: "error", status: 400, body: refusal(400).body as object }),
    breakAmount(checkoutId) {
      const charge = chargeOf(checkoutId);
      if (charge !== undefined) charge.amount = 10.5;
    },
    error,
    stranger: () => adapter(double.url, "test_secret_of_nobody"),
    impatient: adapter(double.url, TEST_RAZORPAY.keySecret, IMPATIENT_MS),
    unreachable: () => adapter("http://127.0.0.1:9"),
    paymentNotification: (checkoutId, { forged = false } = {}) =>
      double.notification(
        "payment_link.paid",
        { payment_link: { entity: link(checkoutId) } },
        forged ? { secret: "test_hook_of_nobody" } : {},
      ),
    refundNotification: (id) =>
      double.notification("refund.processed", { refund: { entity: double.refunds.get(id) } }),
    otherNotification: (content) => double.notification("settlement.processed", content ?? {}),
    changed: changedBody,
    unsigned: ({ rawBody }) => ({ rawBody, headers: {} }),
    vary: () => undefined,
    documentedErrors: () => [],
    takeProblems: () => [],
    lacks: RAZORPAY_LACKS,
    close: () => double.close(),
  };
}
