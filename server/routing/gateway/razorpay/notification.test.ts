import { describe, beforeAll, afterAll, expect, test } from "vitest";
import { systemClock } from "@/server/platform/clock";
import {
  type RazorpayDouble,
  startRazorpayDouble,
  TEST_RAZORPAY,
} from "@/tools/testing/routing/razorpay-double";
import type { Gateway, InboundNotification, NotificationReading } from "../port";
import { createRazorpay } from "./razorpay";
import { DEFAULT_TIME_LIMIT_MS } from "../time-limit";

let double: RazorpayDouble;
let razorpay: Gateway;
beforeAll(async () => {
  double = await startRazorpayDouble();
  razorpay = createRazorpay({
    ...TEST_RAZORPAY,
    apiBase: new URL(double.url),
    timeLimitMs: DEFAULT_TIME_LIMIT_MS,
    clock: systemClock,
  });
});
afterAll(() => double.close());

const NOTES = { merchant_id: "7", payment_id: "TXN1" };
const LINK = { payment_link: { entity: { id: "plink_1", notes: NOTES } } };
const PAYMENT = { payment: { entity: { id: "pay_1", notes: NOTES } } };
const REFUND = { refund: { entity: { id: "rfnd_1", entity: "refund", payment_id: "pay_1", notes: [] } } };

const read = (event: string, payload: object): Promise<NotificationReading> =>
  razorpay.readNotification(double.notification(event, payload));
const refused = { kind: "refused", reason: "bad_signature" };

describe("a notification of Razorpay's", () => {
  test.each([
    ["payment_link.paid", { ...LINK, ...PAYMENT }],
    ["payment_link.expired", LINK],
    ["payment_link.cancelled", LINK],
    ["payment.captured", PAYMENT],
    [
      "payment.failed",
      {
        payment: {
          entity: {
            id: "pay_1",
            notes: [
              { key: "merchant_id", value: 7 },
              { key: "payment_id", value: "TXN1" },
            ],
          },
        },
      },
    ],
  ])("%s names its payment", async (event, payload) => {
    expect(await read(event, payload)).toEqual({
      kind: "payment",
      notificationId: expect.stringMatching(/^evt_/) as string,
      merchantId: 7,
      paymentId: "TXN1",
    });
  });

  test.each(["refund.created", "refund.processed", "refund.failed"])(
    "%s names its refund and the charge",
    async (event) => {
      expect(await read(event, REFUND)).toMatchObject({
        kind: "refund",
        gatewayRefundId: "rfnd_1",
        gatewayTransactionId: "pay_1",
      });
    },
  );

  test("about anything else, or about others' payments, is genuine and ignored", async () => {
    expect(await read("settlement.processed", {})).toMatchObject({ kind: "ignored" });
    expect(await read("payment.downtime.started", PAYMENT)).toMatchObject({ kind: "ignored" });
    expect(await read("refund.created", {})).toMatchObject({ kind: "ignored" });
    expect(await read("payment.captured", { payment: { entity: { notes: [] } } })).toMatchObject({
      kind: "ignored",
    });
  });

  test("whose signature is missing, wrong, of another secret, or over another body is refused", async () => {
    const genuine = double.notification("payment_link.paid", LINK);
    const withHeader = (signature?: string | string[]): InboundNotification => ({
      ...genuine,
      headers: { "x-razorpay-signature": signature },
    });
    expect(await razorpay.readNotification(withHeader())).toEqual(refused);
    expect(await razorpay.readNotification(withHeader(""))).toEqual(refused);
    expect(await razorpay.readNotification(withHeader("é".repeat(64)))).toEqual(refused);
    expect(await razorpay.readNotification(withHeader("0".repeat(64)))).toEqual(refused);
    const forged = double.notification("payment_link.paid", LINK, { secret: "test_hook_of_nobody" });
    expect(await razorpay.readNotification(forged)).toEqual(refused);
    const changed = Buffer.from(genuine.rawBody.toString().replace("TXN1", "TXN2"));
    expect(await razorpay.readNotification({ ...genuine, rawBody: changed })).toEqual(refused);
  });

  test("without an event id has the name of its body", async () => {
    const { rawBody, headers } = double.notification("payment_link.paid", LINK);
    const nameless = { rawBody, headers: { "x-razorpay-signature": headers["x-razorpay-signature"] } };
    const first = await razorpay.readNotification(nameless);
    expect(first).toMatchObject({ notificationId: expect.stringMatching(/^body_[0-9a-f]{24}$/) as string });
    expect(await razorpay.readNotification(nameless)).toEqual(first);
  });

  test("that is signed and no event is malformed; so is one whose ids are none", async () => {
    const malformed = { kind: "refused", reason: "malformed" };
    expect(await read("refund.created", { refund: { entity: { id: "../payments/pay_1" } } })).toEqual(
      malformed,
    );
    expect(await read("payment.captured", { payment: 7 })).toEqual(malformed);
  });
});

describe("a dispute at Razorpay", () => {
  const dispute = (deducted: number) => ({
    ...PAYMENT,
    dispute: {
      entity: {
        id: "disp_1",
        entity: "dispute",
        payment_id: "pay_1",
        amount: 39_000,
        currency: "INR",
        amount_deducted: deducted,
        reason_code: "goods_not_received",
        phase: "chargeback",
        status: "open",
      },
    },
  });

  test.each([
    ["payment.dispute.created", 0, "dispute_opened"],
    ["payment.dispute.created", 39_000, "charged_back"],
    ["payment.dispute.under_review", 0, "dispute_opened"],
    ["payment.dispute.won", 39_000, "dispute_won"],
    ["payment.dispute.lost", 39_000, "charged_back"],
    ["payment.dispute.closed", 0, "dispute_closed"],
  ])("%s with %i deducted is %s", async (event, deducted, step) => {
    expect(await read(event, dispute(deducted))).toMatchObject({
      kind: "dispute",
      mark: { merchantId: 7, paymentId: "TXN1" },
      gatewayTransactionId: "pay_1",
      dispute: {
        disputeId: "disp_1",
        step,
        event,
        amount: { amountPaise: 39_000n, currency: "INR" },
        reason: "goods_not_received",
      },
    });
  });

  test("without the dispute itself is ignored", async () => {
    expect(await read("payment.dispute.created", PAYMENT)).toMatchObject({ kind: "ignored" });
  });
});
