import { beforeAll, describe, expect, test } from "vitest";
import { systemClock } from "@/server/platform/clock";
import { TEST_CASHFREE } from "@/tools/testing/routing/cashfree-double";
import { tryCredentials } from "../try-credentials";
import { type CashfreeTest, withCashfree } from "@/tools/testing/routing/with-cashfree";

const vendor = withCashfree();
let double: CashfreeTest["double"];
let cashfree: CashfreeTest["cashfree"];
beforeAll(() => {
  ({ double, cashfree } = vendor.current());
});

describe("a notification of Cashfree", () => {
  const MINUTE_MS = 60_000;
  const paidEvent = (linkId: string) => ({
    order: { order_id: "CFPay_1_2", order_amount: 1, order_tags: { cf_link_id: "1", link_id: linkId } },
    payment: { cf_payment_id: "1453002795", payment_status: "SUCCESS" },
  });
  const read = (type: string, data: object, at?: Date) =>
    cashfree.readNotification(double.notification(type, data, at === undefined ? {} : { at }));

  test("of a payment names the link among the tags of its order", async () => {
    const data = paidEvent("7-TXN20261121000001");
    const payment = { kind: "payment", merchantId: 7, paymentId: "TXN20261121000001" };
    for (const type of [
      "PAYMENT_SUCCESS_WEBHOOK",
      "PAYMENT_FAILED_WEBHOOK",
      "PAYMENT_USER_DROPPED_WEBHOOK",
    ]) {
      expect(await read(type, data)).toMatchObject(payment);
    }
    expect(
      await read("PAYMENT_SUCCESS_WEBHOOK", { order: { order_id: "O1", order_tags: null } }),
    ).toMatchObject({
      kind: "ignored",
    });
    expect(await read("PAYMENT_SUCCESS_WEBHOOK", paidEvent("invoice_4402"))).toMatchObject({
      kind: "ignored",
    });
  });

  test("of a link names it by its id where it has lost its notes", async () => {
    const data = { link_id: "7-TXN20261121000002", link_status: "PAID", link_notes: null, order: null };
    expect(await read("PAYMENT_LINK_EVENT", data)).toMatchObject({
      merchantId: 7,
      paymentId: "TXN20261121000002",
    });
  });

  test("of a refund that names none is ignored", async () => {
    expect(
      await read("REFUND_STATUS_WEBHOOK", { refund: { refund_id: "../1", order_id: "O1" } }),
    ).toMatchObject({
      kind: "ignored",
    });
    expect(await read("REFUND_STATUS_WEBHOOK", {})).toMatchObject({ kind: "ignored" });
  });

  test.each([
    [-59, "payment"],
    [-61, "refused"],
    [4, "payment"],
    [6, "refused"],
  ])("that was sent %s minutes from now is %s", async (minutes, kind) => {
    const at = new Date(systemClock.now().getTime() + minutes * MINUTE_MS);
    expect((await read("PAYMENT_SUCCESS_WEBHOOK", paidEvent("7-TXN1"), at)).kind).toBe(kind);
  });

  test("whose time was moved into its body is refused, although the signature is over the same text", async () => {
    const { rawBody, headers } = double.notification("PAYMENT_SUCCESS_WEBHOOK", paidEvent("7-TXN1"));
    const time = String(headers["x-webhook-timestamp"]);
    for (const kept of [0, 10]) {
      const moved = { ...headers, "x-webhook-timestamp": time.slice(0, kept) };
      const body = Buffer.concat([Buffer.from(time.slice(kept)), rawBody]);
      expect(await cashfree.readNotification({ rawBody: body, headers: moved })).toEqual({
        kind: "refused",
        reason: "bad_signature",
      });
    }
    const longer = { ...headers, "x-webhook-timestamp": `${time}{` };
    expect(await cashfree.readNotification({ rawBody: rawBody.subarray(1), headers: longer })).toEqual({
      kind: "refused",
      reason: "bad_signature",
    });
    expect(
      await cashfree.readNotification({ rawBody, headers: { ...headers, "x-webhook-timestamp": undefined } }),
    ).toMatchObject({ kind: "refused" });
  });

  test("has the same id when it is sent again", async () => {
    const sent = double.notification("PAYMENT_SUCCESS_WEBHOOK", paidEvent("7-TXN1"));
    const first = await cashfree.readNotification(sent);
    expect(first).toMatchObject({ notificationId: expect.stringMatching(/^body_[0-9a-f]{24}$/) as string });
    expect(await cashfree.readNotification(sent)).toEqual(first);
  });
});

describe("credentials of Cashfree", () => {
  const trial = (clientSecret: string) =>
    tryCredentials(
      {
        gateway: "cashfree",
        client_id: TEST_CASHFREE.clientId,
        client_secret: clientSecret,
        environment: "sandbox",
      },
      { stripe: null, razorpay: null, adyen: null, paypal: null, cashfree: new URL(double.url) },
      800,
    );

  test("are accepted when Cashfree answers that it has no such link, and change nothing there", async () => {
    const links = double.links.size;
    expect(await trial(TEST_CASHFREE.clientSecret)).toEqual({ kind: "accepted" });
    expect(double.links.size).toBe(links);
    expect(await trial("cfsk_ma_test_of_nobody")).toEqual({ kind: "refused", status: 401 });
  });

  test("are not accepted by a proxy's page or another answer", async () => {
    double.misbehave("GET", /links/, { kind: "error", status: 404, body: ["Not found"] });
    expect(await trial(TEST_CASHFREE.clientSecret)).toMatchObject({ kind: "unreachable" });
    double.misbehave("GET", /links/, { kind: "foreign_json" });
    expect(await trial(TEST_CASHFREE.clientSecret)).toMatchObject({ kind: "unreachable" });
  });
});

describe("a dispute at Cashfree", () => {
  test.each([
    ["DISPUTE_CREATED", "CHARGEBACK_CREATED", "dispute_opened"],
    ["DISPUTE_UPDATED", "CHARGEBACK_UNDER_REVIEW", "dispute_opened"],
    ["DISPUTE_CLOSED", "CHARGEBACK_MERCHANT_WON", "dispute_won"],
    ["DISPUTE_CLOSED", "CHARGEBACK_MERCHANT_LOST", "charged_back"],
    ["DISPUTE_UPDATED", "RETRIEVAL_MERCHANT_ACCEPTED", "charged_back"],
    ["DISPUTE_CLOSED", "RETRIEVAL_CLOSED", "dispute_closed"],
    ["DISPUTE_UPDATED", "RETRIEVAL_CLOSED", "dispute_closed"],
  ])("%s with the status %s is %s", async (type, status, step) => {
    const data = {
      dispute: {
        dispute_id: 433_475_257,
        dispute_type: "CHARGEBACK",
        reason_code: "4855",
        reason_description: "Goods or services not provided",
        dispute_amount: 450.5,
        dispute_amount_currency: "INR",
        dispute_status: status,
        updated_at: "2023-06-15T21:49:48+05:30",
      },
      order_details: { order_id: "CFPay_1_2", order_amount: 450.5, order_currency: "INR" },
    };
    expect(await cashfree.readNotification(double.notification(type, data))).toMatchObject({
      kind: "dispute",
      gatewayTransactionId: "CFPay_1_2",
      dispute: {
        disputeId: "433475257",
        step,
        event: status,
        amount: { amountPaise: 45_050n, currency: "INR" },
        reason: "Goods or services not provided",
        changedAt: new Date("2023-06-15T16:19:48Z"),
      },
    });
  });

  test("that names none is ignored", async () => {
    expect(await cashfree.readNotification(double.notification("DISPUTE_CREATED", {}))).toMatchObject({
      kind: "ignored",
    });
  });
});
