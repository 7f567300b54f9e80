import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { systemClock } from "@/server/platform/clock";
import { checkoutRequest } from "@/tools/testing/routing/checkout-request";
import {
  type RazorpayDouble,
  refusal,
  startRazorpayDouble,
  TEST_RAZORPAY,
} from "@/tools/testing/routing/razorpay-double";
import { type Gateway, type GatewayRefundRequest, GatewayUnavailable } from "../port";
import { createRazorpay } from "./razorpay";
import { DEFAULT_TIME_LIMIT_MS } from "../time-limit";

const REFUND = /^\/v1\/payments\/\w+\/refund$/;
const REFUNDS = /^\/v1\/(payments\/\w+\/)?refunds/;

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

let charge: string;
beforeEach(async () => {
  const opened = await razorpay.openCheckout(checkoutRequest({ amountPaise: 100_000n }));
  if (opened.kind !== "opened") throw new Error(opened.message);
  charge = double.pay(opened.checkoutId);
  double.refundsBegin = "processed";
});
const refundRequest = (amountPaise: bigint, refundId = "RFD1"): GatewayRefundRequest => ({
  idempotencyKey: `7:${refundId}:${charge}`,
  requestedAt: systemClock.now(),
  gatewayTransactionId: charge,
  amountPaise,
  currency: "INR",
});
const refundsOfCharge = (): number =>
  [...double.refunds.values()].filter(({ payment_id: of }) => of === charge).length;
const FAILED = { gatewayRefundId: null, status: "FAILURE" };

describe("a refund at Razorpay", () => {
  test("is pending until Razorpay has ended it", async () => {
    double.refundsBegin = "pending";
    const sent = await razorpay.refund(refundRequest(25_000n));
    if (sent.gatewayRefundId === null) throw new Error("the refund was refused");
    expect(sent.status).toBe("PENDING");
    expect(double.refunds.get(sent.gatewayRefundId)).toMatchObject({ amount: 25_000, payment_id: charge });
    double.resolveUnknownRefund(sent.gatewayRefundId, "processed");
    expect((await razorpay.fetchRefund(sent.gatewayRefundId)).status).toBe("SUCCESS");
    double.resolveUnknownRefund(sent.gatewayRefundId, "failed");
    expect((await razorpay.fetchRefund(sent.gatewayRefundId)).status).toBe("FAILURE");
  });

  test("that Razorpay calls already refunded is searched for before it is called a failure", async () => {
    const made = await razorpay.refund(refundRequest(100_000n));
    // Another worker's refund that this one's first lookup did not see yet.
    const none = { entity: "collection", count: 0, items: [] };
    double.misbehave("GET", REFUNDS, { kind: "error", status: 200, body: none });
    double.deleteExpiredIdempotencyKeys();
    expect(await razorpay.refund(refundRequest(100_000n))).toEqual(made);
  });

  test("that lands at Razorpay while its refusal is being explained is never called a failure", async () => {
    const request = refundRequest(100_000n);
    double.misbehave("POST", REFUND, { kind: "error", status: 400, body: refusal(400).body as object });
    // What another worker sent under the same key takes effect when this one fetches the charge's remaining balance.
    const paid = double.payments.get(charge);
    if (paid === undefined) throw new Error("the double has no such charge");
    const fetched = vi.spyOn(double.payments, "get").mockImplementationOnce(() => {
      fetched.mockRestore();
      const notes = { paydeck_refund: request.idempotencyKey };
      double.refunds.set("rfnd_landed", { ...LANDED, payment_id: charge, notes });
      return Object.assign(paid, { status: "refunded", amount_refunded: paid.amount });
    });
    expect((await razorpay.refund(request)).status).toBe("SUCCESS");
    expect(refundsOfCharge()).toBe(1);
  });

  test("of a charge that others have refunded, or of more than is left, is a failure for good", async () => {
    await razorpay.refund(refundRequest(60_000n, "RFD-made-elsewhere"));
    expect(await razorpay.refund(refundRequest(60_000n))).toMatchObject(FAILED);
    await razorpay.refund(refundRequest(40_000n, "RFD-the-rest"));
    expect(await razorpay.refund(refundRequest(10_000n))).toMatchObject(FAILED);
  });

  test("of less than Razorpay refunds is a failure for good", async () => {
    expect(await razorpay.refund(refundRequest(50n))).toMatchObject(FAILED);
  });

  test("refused although the charge could bear it (no balance) stays open and succeeds later", async () => {
    double.misbehave("POST", REFUND, { kind: "error", ...noBalance });
    await expect(razorpay.refund(refundRequest(10_000n))).rejects.toBeInstanceOf(GatewayUnavailable);
    expect((await razorpay.refund(refundRequest(10_000n))).status).toBe("SUCCESS");
  });

  test("is found among hundreds of the same charge", async () => {
    const first = await razorpay.refund(refundRequest(100n, "RFD-oldest"));
    for (let count = 0; count < 120; count += 1) await razorpay.refund(refundRequest(100n, `RFD-${count}`));
    double.deleteExpiredIdempotencyKeys();
    expect(await razorpay.refund(refundRequest(100n, "RFD-oldest"))).toEqual(first);
  });
});

const noBalance = {
  status: 400,
  body: { error: { code: "BAD_REQUEST_ERROR", description: "Your account does not have enough balance." } },
};
const LANDED = {
  id: "rfnd_landed",
  entity: "refund",
  amount: 100_000,
  currency: "INR",
  receipt: null,
  status: "processed",
} as const;
