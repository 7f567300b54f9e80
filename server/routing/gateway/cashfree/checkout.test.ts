import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { newOrder } from "@/tools/testing/routing/cashfree-objects";
import { checkoutRequest } from "@/tools/testing/routing/checkout-request";
import { GatewayUnavailable } from "../port";
import { type CashfreeTest, withCashfree } from "@/tools/testing/routing/with-cashfree";

const vendor = withCashfree();
let double: CashfreeTest["double"];
let cashfree: CashfreeTest["cashfree"];
let open: CashfreeTest["open"];
beforeAll(() => {
  ({ double, cashfree, open } = vendor.current());
});
beforeEach(() => {
  double.terminationsBecome = "TERMINATED";
});

const lastBody = (path: RegExp): string =>
  double.requests.findLast((request) => request.method === "POST" && path.test(request.path))?.body ?? "";
const customer = (phone: string | null) => ({ email: "ravi@example.com", phone, name: "Ravi" });
const orderOf = (checkoutId: string) => {
  const found = [...double.orders.values()].find(({ order_tags: tags }) => tags.link_id === checkoutId);
  if (found === undefined) throw new Error("the link has no order");
  return found;
};
const unavailable = async (call: Promise<unknown>): Promise<void> =>
  expect(call).rejects.toBeInstanceOf(GatewayUnavailable);

describe("opening a checkout at Cashfree", () => {
  test("requests a link under our id, with the payment's mark and the way back, and notifies nobody", async () => {
    const request = checkoutRequest({ amountPaise: 114_985n });
    const opened = await cashfree.openCheckout(request);
    const checkoutId = `7-${request.paymentId}`;
    expect(opened).toEqual({
      kind: "opened",
      checkoutId,
      redirectUrl: double.links.get(checkoutId)?.link_url,
    });
    expect(lastBody(/links$/)).toContain('"link_amount":1149.85,');
    expect(JSON.parse(lastBody(/links$/))).toEqual({
      link_id: checkoutId,
      link_amount: 1149.85,
      link_currency: "INR",
      link_purpose: `Chai & Co: ${request.reference}`,
      link_partial_payments: false,
      link_expiry_time: request.expiresAt.toISOString(),
      link_auto_reminders: false,
      link_notify: { send_sms: false, send_email: false },
      link_notes: { merchant_id: "7", payment_id: request.paymentId },
      link_meta: { return_url: request.returnUrl },
      customer_details: { customer_phone: "9000090000", customer_email: "ravi@example.com" },
    });
    expect(double.requests.at(-1)?.headers).toMatchObject({ "x-api-version": "2026-01-01" });
  });

  test.each([
    ["9000090000", "9000090000"],
    ["919000090000", "9000090000"],
    ["09000090000", "9000090000"],
    ["12125550123", "+12125550123"],
    ["971501234567", "+971501234567"],
    ["00919000090000", "9000090000"],
    // Ten digits with the code of Singapore are also a number of India: two zeros tell them apart.
    ["6591234567", "6591234567"],
    ["006591234567", "+6591234567"],
  ])("writes the phone number %s as %s", async (phone, sent) => {
    await open({ customer: customer(phone) });
    expect(JSON.parse(lastBody(/links$/))).toMatchObject({ customer_details: { customer_phone: sent } });
  });

  test.each([null, "1234567"])(
    "without a phone number that it takes (%s) is refused without a call",
    async (phone) => {
      const before = double.requests.length;
      expect(await cashfree.openCheckout(checkoutRequest({ customer: customer(phone) }))).toMatchObject({
        kind: "failed",
        cause: "refused",
        message: expect.stringContaining("phone number") as string,
      });
      expect(double.requests.length).toBe(before);
    },
  );

  test.each([
    ["CC", "cc"],
    ["DC", "dc"],
    ["UPI", "upi"],
    ["NB", "nb"],
    ["WALLET", "app"],
    ["EMI", undefined],
  ] as const)("for %s offers %s alone", async (paymentMethod, only) => {
    await open({ paymentMethod });
    const { link_meta: meta } = JSON.parse(lastBody(/links$/)) as { link_meta: { payment_methods?: string } };
    expect(meta.payment_methods).toBe(only);
  });

  test("never takes a link of another amount for its own", async () => {
    const request = checkoutRequest({ amountPaise: 100_000n });
    await cashfree.openCheckout(request);
    expect(await cashfree.openCheckout({ ...request, amountPaise: 200_000n })).toMatchObject({
      kind: "failed",
      cause: "refused",
    });
  });

  test.each([
    [422, "refused"],
    [409, "unavailable"],
  ])("that Cashfree answers with %i and does not have afterwards is %s", async (status, cause) => {
    double.misbehave("POST", /links$/, {
      kind: "error",
      status,
      body: { message: "no", code: "link_amount_invalid", type: "invalid_request_error" },
    });
    expect(await cashfree.openCheckout(checkoutRequest())).toMatchObject({ kind: "failed", cause });
  });

  test("that Cashfree answers with 422 is opened where it was made before", async () => {
    const request = checkoutRequest();
    const first = await cashfree.openCheckout(request);
    double.misbehave("POST", /links$/, {
      kind: "error",
      status: 422,
      body: { message: "no", code: "idempotency_error", type: "idempotency_error" },
    });
    expect(await cashfree.openCheckout(request)).toEqual(first);
  });
});

describe("a checkout at Cashfree", () => {
  test("that is closed ends the order of an open page too: nobody can pay there afterwards", async () => {
    const checkoutId = await open();
    double.visit(checkoutId);
    expect(await cashfree.voidCheckout(checkoutId)).toEqual({ status: "CLOSED" });
    expect(orderOf(checkoutId).order_status).toBe("TERMINATED");
  });

  test("is not closed while a payment may be on its way, and reports it when it comes", async () => {
    const checkoutId = await open();
    double.visit(checkoutId);
    double.terminationsBecome = "TERMINATION_REQUESTED";
    expect(await cashfree.voidCheckout(checkoutId)).toEqual({ status: "OPEN" });
    expect(await cashfree.voidCheckout(checkoutId)).toEqual({ status: "OPEN" });
    orderOf(checkoutId).order_status = "PAID";
    expect(await cashfree.voidCheckout(checkoutId)).toMatchObject({
      status: "SUCCESS",
      gatewayTransactionId: orderOf(checkoutId).order_id,
      amountPaise: 100_000n,
    });
  });

  test("whose order was paid while it was being closed is paid", async () => {
    const checkoutId = await open();
    double.visit(checkoutId);
    double.terminationsBecome = "PAID";
    expect(await cashfree.voidCheckout(checkoutId)).toMatchObject({ status: "SUCCESS" });
    expect(double.links.get(checkoutId)?.link_status).toBe("CANCELLED");
  });

  test("whose order could not be ended is unknown", async () => {
    const checkoutId = await open();
    double.visit(checkoutId);
    const stop = double.misbehave("PATCH", /orders/, { kind: "lose_response" });
    await unavailable(cashfree.voidCheckout(checkoutId));
    stop();
    expect(await cashfree.voidCheckout(checkoutId)).toEqual({ status: "CLOSED" });
  });

  test("with many open pages has the newest twenty ended by a lookup, and the others by the next", async () => {
    const checkoutId = await open();
    const link = double.links.get(checkoutId);
    if (link === undefined) throw new Error("no link");
    for (let n = 0; n < 23; n += 1) {
      const created_at = new Date(Date.UTC(2026, 10, 21, 9, n)).toISOString();
      const order = { ...newOrder(link), created_at };
      double.orders.set(order.order_id, order);
    }
    const stillOpen = () =>
      [...double.orders.values()].filter(
        ({ order_tags: tags, order_status: status }) => tags.link_id === checkoutId && status === "ACTIVE",
      );
    expect(await cashfree.voidCheckout(checkoutId)).toEqual({ status: "OPEN" });
    expect(stillOpen().map(({ created_at: at }) => at.slice(11, 16))).toEqual(["09:00", "09:01", "09:02"]);
    expect(await cashfree.voidCheckout(checkoutId)).toEqual({ status: "CLOSED" });
    expect(stillOpen()).toEqual([]);
  });

  test("that has expired is open until its orders have ended", async () => {
    const checkoutId = await open();
    double.visit(checkoutId);
    double.expire(checkoutId);
    expect(await cashfree.fetchPayment(checkoutId, "take")).toEqual({ status: "OPEN" });
    expect(orderOf(checkoutId).order_status).toBe("ACTIVE");
    orderOf(checkoutId).order_status = "EXPIRED";
    expect(await cashfree.fetchPayment(checkoutId, "take")).toEqual({ status: "CLOSED" });
  });

  test("that Cashfree calls paid without a paid order is unknown", async () => {
    const checkoutId = await open();
    Object.assign(double.links.get(checkoutId) ?? {}, { link_status: "PAID", link_amount_paid: 1000 });
    await unavailable(cashfree.fetchPayment(checkoutId, "take"));
  });

  test("is paid as soon as an order is, whatever Cashfree says of the link", async () => {
    const checkoutId = await open();
    double.pay(checkoutId);
    Object.assign(double.links.get(checkoutId) ?? {}, { link_status: "PARTIALLY_PAID" });
    expect(await cashfree.fetchPayment(checkoutId, "look")).toMatchObject({ status: "SUCCESS" });
  });

  test("that nobody paid says why the last attempt failed, in any order of the list", async () => {
    const checkoutId = await open();
    double.decline(checkoutId);
    const orderId = orderOf(checkoutId).order_id;
    const earlier = double.payments.find(({ order_id: of }) => of === orderId);
    if (earlier === undefined) throw new Error("no attempt was made");
    double.payments.unshift({
      ...earlier,
      payment_status: "USER_DROPPED",
      payment_time: new Date(Date.parse(earlier.payment_time) + 60_000).toISOString(),
      payment_message: "User dropped and did not complete the two factor authentication",
      error_details: null,
    });
    const failure = {
      code: "USER_DROPPED",
      message: "User dropped and did not complete the two factor authentication",
    };
    expect(await cashfree.voidCheckout(checkoutId)).toEqual({ status: "CLOSED", failure });
    double.misbehave("GET", /payments$/, { kind: "error", status: 500, body: {} });
    expect(await cashfree.fetchPayment(checkoutId, "look")).toEqual({ status: "CLOSED" });
  });
});
