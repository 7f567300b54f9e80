import { systemClock } from "@/server/platform/clock";
import { refusal, startCashfreeDouble, TEST_CASHFREE } from "../routing/cashfree-double";
import { documentedErrors } from "../routing/cashfree-objects";
import type { VendorFault } from "../routing/vendor-server";
import { createCashfree } from "@/server/routing/gateway/cashfree/cashfree";
import { readRupees, rupeesOf } from "@/server/routing/gateway/cashfree/currencies";
import type { Gateway } from "@/server/routing/gateway/port";
import { DEFAULT_TIME_LIMIT_MS } from "@/server/routing/gateway/time-limit";
import { type Bench, IMPATIENT_MS } from "./bench";
import type { Lacks } from "./cases";
import { changedBody } from "./stripe-bench";

const RUPEES = "Cashfree takes rupees, and other currencies only when its support enables them";

export const CASHFREE_LACKS: Lacks = {
  "an amount in a currency without decimals arrives and returns whole": RUPEES,
  "an amount in a currency with three decimals arrives and returns to the paisa": RUPEES,
  "a customer who has given no phone number can pay": "Cashfree makes no link without a phone number",
  "answers as varied as the document allows are read":
    "the types of Cashfree's SDK call every field optional: an answer that they allow can be empty",
};

export async function cashfreeBench(): Promise<Bench> {
  const double = await startCashfreeDouble();
  const adapter = (
    url: string,
    clientSecret: string = TEST_CASHFREE.clientSecret,
    timeLimitMs = DEFAULT_TIME_LIMIT_MS,
  ): Gateway =>
    createCashfree({
      ...TEST_CASHFREE,
      clientSecret,
      apiBase: new URL(url),
      timeLimitMs,
      clock: systemClock,
    });
  const found = <T>(map: ReadonlyMap<string, T>, id: string): T => {
    const entity = map.get(id);
    if (entity === undefined) throw new Error(`the double has no ${id}`);
    return entity;
  };
  const fault = (status: number, code: string): VendorFault => ({
    kind: "error",
    status,
    body: refusal(status, code).body as object,
  });
  const orderOf = (checkoutId: string) =>
    [...double.orders.values()].find(({ order_tags: { link_id: of } }) => of === checkoutId);

  return {
    name: "cashfree",
    gateway: adapter(double.url),
    currency: "INR",
    server: double,
    calls: {
      open: { method: "POST", path: /^\/pg\/links$/ },
      fetch: { method: "GET", path: /^\/pg\/links\/[^/]+$/ },
      void: { method: "POST", path: /\/cancel$/ },
      refund: { method: "POST", path: /^\/pg\/orders\/[^/]+\/refunds$/ },
      fetchRefund: { method: "GET", path: /^\/pg\/orders\/[^/]+\/refunds\/[^/]+$/ },
    },
    checkoutOfPage: (page) =>
      [...double.links.values()].find(({ link_url: url }) => url === page)?.link_id ?? page,
    pay(checkoutId, amount) {
      const id = double.pay(checkoutId);
      if (amount !== undefined) {
        const order_amount = rupeesOf(amount.amountPaise) ?? 0;
        Object.assign(found(double.orders, id), { order_amount, order_currency: amount.currency });
      }
      return id;
    },
    decline(checkoutId) {
      double.decline(checkoutId);
      const message = "issuer bank or payment service provider declined the transaction";
      return { code: "auth_declined", message };
    },
    expire: (checkoutId) => double.expire(checkoutId),
    setUnknownStatus(what, id) {
      if (what === "checkout") Object.assign(found(double.links, id), { link_status: "ADDED_SINCE" });
      else Object.assign(found(double.refunds, id), { refund_status: "ADDED_SINCE" });
    },
    checkoutsOf: ({ paymentId }) =>
      [...double.links.values()].filter(({ link_notes: notes }) => notes.payment_id === paymentId).length,
    refundsOf: (charge) =>
      [...double.refunds.values()]
        .filter(({ order_id: of }) => of === charge)
        .map(({ refund_amount: amount }) => readRupees(amount) ?? -1n),
    holdRefunds: () => void (double.refundsBegin = "PENDING"),
    endRefund: (id, status) => double.resolveUnknownRefund(id, status === "SUCCESS" ? "SUCCESS" : "FAILED"),
    // Cashfree remembers the id of a refund for good.
    forgetKeys: () => undefined,
    hear: () => {
      double.refundsBegin = "SUCCESS";
      return Promise.resolve();
    },
    refusal: (operation) =>
      fault(400, operation === "refund" ? "refund_amount_invalid" : "customer_phone_invalid"),
    refusalForNow: () => fault(400, "refund_invalid"),
    breakAmount(checkoutId) {
      const order = orderOf(checkoutId);
      if (order !== undefined) order.order_amount = 10.005;
    },
    error: (status) => fault(status, "api_request_failed"),
    stranger: () => adapter(double.url, "cfsk_ma_test_of_nobody"),
    impatient: adapter(double.url, TEST_CASHFREE.clientSecret, IMPATIENT_MS),
    unreachable: () => adapter("http://127.0.0.1:9"),
    paymentNotification(checkoutId, { forged = false, at } = {}) {
      const { order_tags: tags, ...order } = orderOf(checkoutId) ?? { order_tags: null };
      void tags;
      return double.notification(
        "PAYMENT_LINK_EVENT",
        { ...found(double.links, checkoutId), order },
        {
          ...(forged ? { secret: "cfsk_ma_test_of_nobody" } : {}),
          ...(at === undefined ? {} : { at }),
        },
      );
    },
    refundNotification: (id) =>
      double.notification("REFUND_STATUS_WEBHOOK", { refund: found(double.refunds, id) }),
    otherNotification: (content) => double.notification("SETTLEMENT_SUCCESS", content ?? {}),
    oldestNotificationMs: 60 * 60_000,
    changed: changedBody,
    unsigned: ({ rawBody }) => ({ rawBody, headers: {} }),
    vary: () => undefined,
    documentedErrors: () => documentedErrors(),
    takeProblems: () => [],
    lacks: CASHFREE_LACKS,
    close: () => double.close(),
  };
}
