import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import type { Clock } from "@/server/platform/clock";
import { holdRefunds } from "@/server/platform/refund-hold";
import { type AdyenDouble, startAdyenDouble, TEST_ADYEN } from "@/tools/testing/routing/adyen-double";
import { checkoutRequest } from "@/tools/testing/routing/checkout-request";
import { depsOn } from "@/tools/testing/routing/deps";
import { startTestService, type TestService } from "@/tools/testing/routing/service";
import { type CheckoutRequest, type Gateway, GatewayUnavailable, type NotificationReading } from "../port";
import { createAdyen } from "./adyen";
import { createAdyenEvents } from "./events";
import { signAdyenItem } from "./signature";
import { DEFAULT_TIME_LIMIT_MS } from "../time-limit";

const DAY_MS = 24 * 60 * 60_000;

let double: AdyenDouble;
let service: TestService;
let adyen: Gateway;
let close: () => Promise<void>;
let ahead = 0;
const clock: Clock = { now: () => new Date(Date.now() + ahead) };
beforeAll(async () => {
  double = await startAdyenDouble();
  service = await startTestService();
  const own = depsOn(service);
  close = own.close;
  adyen = createAdyen({
    ...TEST_ADYEN,
    apiBase: new URL(double.url),
    timeLimitMs: DEFAULT_TIME_LIMIT_MS,
    events: createAdyenEvents(own.deps.pool, clock, null),
    clock,
  });
});
afterEach(() => {
  ahead = 0;
  expect(double.problems.splice(0)).toEqual([]);
});
afterAll(async () => {
  await close();
  await service.stop();
  await double.close();
});

const notify = (items: Parameters<AdyenDouble["notification"]>[0]): Promise<NotificationReading> =>
  adyen.readNotification(double.notification(items));
async function open(fields: Partial<CheckoutRequest> = {}): Promise<string> {
  const opened = await adyen.openCheckout(checkoutRequest(fields));
  if (opened.kind !== "opened") throw new Error(opened.message);
  return opened.checkoutId;
}
async function charge(amountPaise = 100_000n): Promise<string> {
  const payment = double.pay(await open({ amountPaise }));
  await notify(double.authorised(payment));
  return payment.pspReference;
}

test("the signature is that of Adyen's published example", () => {
  const item = {
    pspReference: "pspReference",
    originalReference: "originalReference",
    merchantAccountCode: "merchantAccount",
    merchantReference: "reference",
    amount: { value: 1000, currency: "EUR" },
    eventCode: "EVENT",
    success: "true",
  };
  const key = "DFB1EB5485895CFA84146406857104ABB4CBCABDC8AAF103A624C8F6A3EAAB00";
  expect(signAdyenItem(item, key)).toBe("ipnxGCaUZ4l8TUW75a71/ghd2Fe5ffvX0pV4TLTntIc=");
});

describe("a payment at Adyen", () => {
  test("asks for a link that can be paid once, in minor units, with the payment's mark and the way back", async () => {
    const request = checkoutRequest({ paymentMethod: "CC" });
    const opened = await adyen.openCheckout(request);
    expect(opened).toMatchObject({ redirectUrl: expect.stringContaining(double.url) as string });
    expect(JSON.parse(double.requests.at(-1)?.body ?? "")).toEqual({
      merchantAccount: TEST_ADYEN.merchantAccount,
      reference: `7-${request.paymentId}`,
      amount: { value: 149_900, currency: "INR" },
      description: `Chai & Co: ${request.reference}`,
      returnUrl: request.returnUrl,
      expiresAt: request.expiresAt.toISOString().replace(/\.\d+Z$/, "Z"),
      reusable: false,
      captureDelayHours: 0,
      shopperEmail: "ravi@example.com",
      allowedPaymentMethods: ["scheme"],
    });
  });

  test("that the link calls completed is unknown until its notification names the payment (decision 0307)", async () => {
    const checkoutId = await open();
    const payment = double.pay(checkoutId);
    await expect(adyen.fetchPayment(checkoutId, "take")).rejects.toBeInstanceOf(GatewayUnavailable);
    await notify(double.authorised(payment));
    expect(await adyen.fetchPayment(checkoutId, "take")).toEqual({
      status: "SUCCESS",
      gatewayTransactionId: payment.pspReference,
      amountPaise: 149_900n,
      currency: "INR",
    });
  });

  test("that was authorised twice reports both charges, so that one is sent back", async () => {
    const checkoutId = await open();
    const payments = [double.pay(checkoutId), double.pay(checkoutId)];
    for (const payment of payments) {
      ahead += 1_000;
      await notify([double.authorised(payment), double.authorised(payment)]);
    }
    const [first, second] = payments.map(({ pspReference: gatewayTransactionId }) => ({
      gatewayTransactionId,
      amountPaise: 149_900n,
      currency: "INR",
    }));
    const both = { status: "SUCCESS", ...first, otherCharges: [second] };
    expect(await adyen.fetchPayment(checkoutId, "look")).toEqual(both);
    expect(await adyen.voidCheckout(checkoutId)).toEqual(both);
  });

  test("may still be charged while its link can be paid, and not once that is closed", async () => {
    const checkoutId = await open();
    await notify(double.authorised(double.pay(checkoutId)));
    Object.assign(double.links.get(checkoutId) ?? {}, { status: "active" });
    expect(await adyen.fetchPayment(checkoutId, "take")).toMatchObject({ mayStillBeCharged: true });
    expect(await adyen.voidCheckout(checkoutId)).not.toHaveProperty("mayStillBeCharged");
    expect(double.links.get(checkoutId)?.status).toBe("expired");
  });

  test("that was authorised and never captured gives no money", async () => {
    const checkoutId = await open();
    const payment = double.pay(checkoutId);
    await notify(double.authorised(payment));
    const cancelled = {
      ...double.authorised(payment),
      eventCode: "CANCELLATION",
      pspReference: "CANCELLED1",
    };
    await notify({ ...cancelled, originalReference: payment.pspReference });
    expect(await adyen.fetchPayment(checkoutId, "take")).toEqual({ status: "CLOSED" });
  });

  test("stores no digits of a card", async () => {
    const payment = double.pay(await open());
    await notify(double.authorised(payment));
    const { rows } = await service.db.query<{ reason: string | null }>(
      "select reason from adyen_events where psp_reference = $1",
      [payment.pspReference],
    );
    expect(rows).toEqual([{ reason: null }]);
  });
});

describe("a notification of Adyen's", () => {
  test("of another merchant account is genuine, ignored, and not stored", async () => {
    const payment = double.pay(await open());
    const other = { ...double.authorised(payment), merchantAccountCode: "AnotherShop" };
    expect(await notify(other)).toMatchObject({ kind: "ignored" });
    const { rows } = await service.db.query("select 1 from adyen_events where psp_reference = $1", [
      payment.pspReference,
    ]);
    expect(rows).toEqual([]);
  });

  test("about a payment of another system is not stored; one about a payment of this service is, whoever made it", async () => {
    const storedOf = async (reference: string): Promise<number> => {
      const { rowCount } = await service.db.query("select from adyen_events where merchant_reference = $1", [
        reference,
      ]);
      return rowCount ?? 0;
    };
    const psp = await charge();
    const amount = { value: 100_000, currency: "INR" };
    const foreign = {
      pspReference: "OTHERSYSTEM00001",
      amount,
      success: true,
      merchantReference: "shop-2-order-7",
    };
    await notify({ ...foreign, eventCode: "AUTHORISATION" });
    await notify({ ...foreign, eventCode: "REFUND", originalReference: "OTHERSYSTEM00002" });
    expect(await storedOf("shop-2-order-7")).toBe(0);
    const byHand = { pspReference: "MADEINADYEN00001", merchantReference: "by hand", originalReference: psp };
    await notify({ ...foreign, ...byHand, eventCode: "REFUND" });
    expect(await storedOf("by hand")).toBe(1);
  });

  test("about a report is ignored, although it names a file instead of a payment", async () => {
    const payment = double.pay(await open());
    const report = {
      ...double.authorised(payment),
      eventCode: "REPORT_AVAILABLE",
      pspReference: "settlement_detail_report_batch_1.csv",
      merchantReference: "",
    };
    expect(await notify(report)).toMatchObject({ kind: "ignored" });
  });

  test("whose signed fields are cut at other colons than Adyen's is refused", async () => {
    const payment = double.pay(await open());
    const signed = double.authorised(payment);
    const ofOthers = { ...signed, merchantReference: `${signed.merchantReference}:1:INR` };
    const { rawBody, headers } = double.notification(ofOthers);
    const body = JSON.parse(rawBody.toString("utf8")) as {
      notificationItems: [{ NotificationRequestItem: object }];
    };
    const { value, currency } = signed.amount;
    Object.assign(body.notificationItems[0].NotificationRequestItem, {
      merchantReference: signed.merchantReference,
      amount: { value: 1, currency: `INR:${value}:${currency}` },
    });
    const cut = { rawBody: Buffer.from(JSON.stringify(body)), headers };
    expect(await adyen.readNotification(cut)).toMatchObject({ kind: "refused" });
  });

  test("with several items is stored and reported whole, and refused whole when one item is forged", async () => {
    const [first, second] = [double.pay(await open()), double.pay(await open())];
    const forged = double.notification([double.authorised(first), double.authorised(second)], {
      hmacKey: "00".repeat(32),
    });
    expect(await adyen.readNotification(forged)).toEqual({ kind: "refused", reason: "bad_signature" });
    expect(await notify([double.authorised(first), double.authorised(second)])).toMatchObject({
      kind: "several",
      events: [first, second].map(({ reference }) => ({ kind: "payment", paymentId: reference.slice(2) })),
    });
    const { rows } = await service.db.query("select 1 from adyen_events where psp_reference = any($1)", [
      [first.pspReference, second.pspReference],
    ]);
    expect(rows).toHaveLength(2);
  });
});

describe("a refund at Adyen", () => {
  const request = (gatewayTransactionId: string) => ({
    idempotencyKey: `7:RFD-${gatewayTransactionId}`,
    requestedAt: clock.now(),
    gatewayTransactionId,
    amountPaise: 25_000n,
    currency: "INR",
  });

  test("whose answer was lost is found by its notification, although Adyen has forgotten the key", async () => {
    const psp = await charge();
    double.misbehave("POST", /refunds$/, { kind: "lose_response" });
    await expect(adyen.refund(request(psp))).rejects.toBeInstanceOf(GatewayUnavailable);
    const [made] = [...double.refunds.values()].filter((refund) => refund.paymentPspReference === psp);
    await notify(double.refundReported(made?.pspReference ?? "", true));
    double.deleteExpiredIdempotencyKeys();
    expect(await adyen.refund(request(psp))).toEqual({
      gatewayRefundId: made?.pspReference,
      status: "SUCCESS",
    });
    expect([...double.refunds.values()].filter((refund) => refund.paymentPspReference === psp)).toHaveLength(
      1,
    );
  });

  test("that Adyen never reported is not sent again after its key's life: a person decides", async () => {
    const psp = await charge();
    double.misbehave("POST", /refunds$/, { kind: "lose_response" });
    await expect(adyen.refund(request(psp))).rejects.toBeInstanceOf(GatewayUnavailable);
    ahead = 7 * DAY_MS;
    double.deleteExpiredIdempotencyKeys();
    await expect(adyen.refund(request(psp))).rejects.toBeInstanceOf(GatewayUnavailable);
    expect([...double.refunds.values()].filter((refund) => refund.paymentPspReference === psp)).toHaveLength(
      1,
    );
  });

  test("that was sent after the backup of a restored database is not sent again after its key's life", async () => {
    const psp = await charge();
    const sent = request(psp);
    await adyen.refund(sent);
    // The backup was made before the refund was sent: the restored database holds it as unsent.
    await service.db.query("delete from adyen_refunds where idempotency_key = $1", [sent.idempotencyKey]);
    ahead = 8 * DAY_MS;
    double.deleteExpiredIdempotencyKeys();
    const times = { backupMadeAt: sent.requestedAt, restoredAt: clock.now() };
    await holdRefunds(service.db, times);
    await expect(adyen.refund(sent)).rejects.toBeInstanceOf(GatewayUnavailable);
    await service.db.query("delete from refund_hold");
    expect([...double.refunds.values()].filter((refund) => refund.paymentPspReference === psp)).toHaveLength(
      1,
    );
  });

  test("that waited here for longer than a key's life is sent once, when nothing was restored", async () => {
    const psp = await charge();
    const waited = request(psp);
    ahead = 8 * DAY_MS;
    expect(await adyen.refund(waited)).toMatchObject({ status: "PENDING" });
    await adyen.refund(waited);
    expect([...double.refunds.values()].filter((refund) => refund.paymentPspReference === psp)).toHaveLength(
      1,
    );
  });

  test("that the scheme rejects after Adyen had reported it has failed", async () => {
    const psp = await charge();
    const sent = await adyen.refund(request(psp));
    const id = sent.gatewayRefundId ?? "";
    await notify(double.refundReported(id, true));
    expect((await adyen.fetchRefund(id)).status).toBe("SUCCESS");
    await notify(double.refundReported(id, true, "REFUND_FAILED"));
    expect((await adyen.fetchRefund(id)).status).toBe("FAILURE");
  });
});

describe("a dispute at Adyen", () => {
  const item = (eventCode: string, more: object = {}) => ({
    pspReference: "QFQTPCQ8HXSKGK82",
    eventCode,
    success: true,
    originalReference: "9913140798220028",
    merchantReference: "7-TXN1",
    amount: { value: 1_000, currency: "EUR" },
    reason: "Goods not received",
    ...more,
  });

  test.each([
    ["NOTIFICATION_OF_CHARGEBACK", "dispute_opened"],
    ["CHARGEBACK", "charged_back"],
    ["CHARGEBACK_REVERSED", "dispute_won"],
    ["SECOND_CHARGEBACK", "charged_back"],
    ["PREARBITRATION_LOST", "charged_back"],
  ])("%s is %s", async (eventCode, step) => {
    expect(await notify(item(eventCode))).toMatchObject({
      kind: "dispute",
      mark: { merchantId: 7, paymentId: "TXN1" },
      gatewayTransactionId: "9913140798220028",
      dispute: { step, event: eventCode, amount: { amountPaise: 1_000n, currency: "EUR" } },
    });
  });

  test("is none of the records that tell whether a payment was made", async () => {
    await notify(item("CHARGEBACK", { merchantReference: "7-TXN2" }));
    const { rows } = await service.db.query("select 1 from adyen_events where merchant_reference = '7-TXN2'");
    expect(rows).toEqual([]);
  });

  test("that goes to arbitration is another one: its announcement must not be taken for a late one", async () => {
    const ids = await Promise.all(
      ["CHARGEBACK", "PREARBITRATION_OPEN"].map(async (code) => {
        const read = await notify(item(code));
        return read.kind === "dispute" ? read.dispute.disputeId : null;
      }),
    );
    expect(new Set(ids).size).toBe(2);
  });

  test("that Adyen calls unsuccessful is ignored", async () => {
    expect(await notify(item("CHARGEBACK", { success: false }))).toMatchObject({ kind: "ignored" });
  });
});
