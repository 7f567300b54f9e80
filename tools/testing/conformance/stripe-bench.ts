import { systemClock } from "@/server/platform/clock";
import { startStripeDouble, TEST_STRIPE } from "../routing/stripe-double";
import type { VendorFault } from "../routing/vendor-server";
import type { Gateway, InboundNotification } from "@/server/routing/gateway/port";
import { DEFAULT_TIME_LIMIT_MS } from "@/server/routing/gateway/time-limit";
import { fromMinorUnits, toMinorUnits } from "@/server/routing/gateway/minor-units";
import { stripeTerms } from "@/server/routing/gateway/stripe/currencies";
import { createStripe } from "@/server/routing/gateway/stripe/stripe";
import { type Bench, IMPATIENT_MS } from "./bench";
import type { Lacks } from "./cases";

const NO_DOCUMENT = "Stripe's document is not here: its published examples are, and answers begin from them";

export const STRIPE_LACKS: Lacks = {
  "answers as varied as the document allows are read": NO_DOCUMENT,
  "no documented error of a lookup says anything about the money": NO_DOCUMENT,
  "each documented error of a refund is a failure without a refund, or unknown": NO_DOCUMENT,
  "each documented error of opening is a refusal or an outage": NO_DOCUMENT,
};

export async function stripeBench(): Promise<Bench> {
  const double = await startStripeDouble();
  const adapter = (
    url: string,
    secretKey: string = TEST_STRIPE.secretKey,
    timeLimitMs = DEFAULT_TIME_LIMIT_MS,
  ): Gateway =>
    createStripe({
      ...TEST_STRIPE,
      secretKey,
      apiBase: new URL(url),
      timeLimitMs,
      clock: systemClock,
    });
  const session = (id: string) => {
    const found = double.sessions.get(id);
    if (found === undefined) throw new Error(`the double has no session ${id}`);
    return found;
  };
  const error = (status: number, code: string | null = null): VendorFault => ({
    kind: "error",
    status,
    body: { error: { type: "invalid_request_error", code, message: "Something about ravi@example.com." } },
  });
  const units = (amountPaise: bigint, currency: string): number => {
    const sent = toMinorUnits(amountPaise, currency, stripeTerms);
    if (!sent.ok) throw new Error(sent.error);
    return sent.value;
  };

  return {
    name: "stripe",
    gateway: adapter(double.url),
    currency: "INR",
    server: double,
    calls: {
      open: { method: "POST", path: /^\/v1\/checkout\/sessions$/ },
      fetch: { method: "GET", path: /^\/v1\/checkout\/sessions\// },
      void: { method: "POST", path: /\/expire$/ },
      refund: { method: "POST", path: /^\/v1\/refunds$/ },
      fetchRefund: { method: "GET", path: /^\/v1\/refunds\// },
    },
    pay(checkoutId, amount) {
      const id = double.pay(checkoutId);
      const intent = session(checkoutId).payment_intent;
      if (amount !== undefined && intent !== null) {
        intent.amount_received = units(amount.amountPaise, amount.currency);
        intent.currency = amount.currency.toLowerCase();
      }
      return id;
    },
    decline(checkoutId) {
      const message = "Your card has insufficient funds.";
      double.decline(checkoutId, { code: "card_declined", decline_code: "insufficient_funds", message });
      return { code: "insufficient_funds", message };
    },
    expire: (checkoutId) => double.expire(checkoutId),
    setUnknownStatus(what, id) {
      const object = what === "checkout" ? session(id) : double.refunds.get(id);
      Object.assign(object ?? {}, { status: "added_by_the_vendor" });
    },
    checkoutsOf: ({ paymentId }) =>
      [...double.sessions.values()].filter(({ metadata }) => metadata.payment_id === paymentId).length,
    refundsOf: (charge) =>
      [...double.refunds.values()]
        .filter(({ payment_intent: intent }) => intent === charge)
        .map((refund) => {
          const of = [...double.sessions.values()].find(
            ({ payment_intent: intent }) => intent?.id === charge,
          );
          return fromMinorUnits(refund.amount, (of?.currency ?? "inr").toUpperCase(), stripeTerms) ?? -1n;
        }),
    holdRefunds: () => void (double.refundsBegin = "pending"),
    endRefund: (id, status) => double.resolveUnknownRefund(id, status === "SUCCESS" ? "succeeded" : "failed"),
    forgetKeys: () => double.deleteExpiredIdempotencyKeys(),
    hear: () => {
      double.refundsBegin = "succeeded";
      return Promise.resolve();
    },
    refusal: () => error(400, "charge_already_refunded"),
    refusalForNow: () => error(400, "balance_insufficient"),
    breakAmount(checkoutId) {
      const intent = session(checkoutId).payment_intent;
      if (intent !== null) intent.amount_received = 10.5;
    },
    error,
    stranger: () => adapter(double.url, "sk_test_of_nobody"),
    impatient: adapter(double.url, TEST_STRIPE.secretKey, IMPATIENT_MS),
    unreachable: () => adapter("http://127.0.0.1:9"),
    paymentNotification: (checkoutId, { forged = false, at } = {}) =>
      double.notification("checkout.session.completed", session(checkoutId), {
        ...(forged ? { secret: "whsec_of_nobody" } : {}),
        ...(at === undefined ? {} : { at }),
      }),
    refundNotification: (id) => double.notification("refund.updated", double.refunds.get(id) ?? {}),
    otherNotification: (content) =>
      double.notification("customer.created", content ?? { id: "cus_1", metadata: {} }),
    changed: changedBody,
    unsigned: ({ rawBody }) => ({ rawBody, headers: {} }),
    vary: () => undefined,
    documentedErrors: () => [],
    takeProblems: () => [],
    lacks: STRIPE_LACKS,
    close: () => double.close(),
  };
}

/** One character of the body is another one. */
export function changedBody(notification: InboundNotification): InboundNotification {
  const text = notification.rawBody.toString("utf8").replace("TXN2", "TXN3");
  return { ...notification, rawBody: Buffer.from(text) };
}
