import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { systemClock } from "@/server/platform/clock";
import { refusal } from "@/tools/testing/routing/cashfree-double";
import { type GatewayRefundRequest, GatewayUnavailable } from "../port";
import { type CashfreeTest, withCashfree } from "@/tools/testing/routing/with-cashfree";

const vendor = withCashfree();
let double: CashfreeTest["double"];
let cashfree: CashfreeTest["cashfree"];
let open: CashfreeTest["open"];
beforeAll(() => {
  ({ double, cashfree, open } = vendor.current());
});

const lastBody = (path: RegExp): string =>
  double.requests.findLast((request) => request.method === "POST" && path.test(request.path))?.body ?? "";
const unavailable = async (call: Promise<unknown>): Promise<void> =>
  expect(call).rejects.toBeInstanceOf(GatewayUnavailable);

describe("a refund at Cashfree", () => {
  let charge: string;
  beforeEach(async () => {
    charge = double.pay(await open());
  });
  const refundRequest = (amountPaise: bigint, id = "RFD1"): GatewayRefundRequest => ({
    idempotencyKey: `7:${id}:${charge}`,
    requestedAt: systemClock.now(),
    gatewayTransactionId: charge,
    amountPaise,
    currency: "INR",
  });
  const refundsOfCharge = (): number[] =>
    [...double.refunds.values()]
      .filter(({ order_id: of }) => of === charge)
      .map(({ refund_amount: amount }) => amount);
  const FAILED = { gatewayRefundId: null, status: "FAILURE" };

  test("has an id of ours, the same at every attempt, although a lookup does not find it yet", async () => {
    const sent = await cashfree.refund(refundRequest(114_985n - 100_000n));
    expect(sent.gatewayRefundId).toMatch(new RegExp(`^${charge}:[a-f0-9]{40}$`));
    // Cashfree's lookups may be some seconds behind: the refund is sent again, under its id.
    const missing = refusal(404, "refund_get_not_found").body as object;
    double.misbehave("GET", /refunds\/\w+$/, { kind: "error", status: 404, body: missing });
    expect(await cashfree.refund(refundRequest(14_985n))).toEqual(sent);
    expect(
      double.requests.filter(({ method, path }) => method === "POST" && path.endsWith(`${charge}/refunds`)),
    ).toHaveLength(2);
    expect(refundsOfCharge()).toEqual([149.85]);
    expect(lastBody(/refunds$/)).toBe(
      JSON.stringify({
        refund_id: sent.gatewayRefundId?.split(":")[1],
        refund_amount: 149.85,
        refund_speed: "STANDARD",
      }),
    );
  });

  test("that Cashfree calls a conflict is unknown, and is found by the next attempt", async () => {
    const conflict = refusal(409, "refund_id_already_exists").body as object;
    double.misbehave("POST", /refunds$/, { kind: "error", status: 409, body: conflict });
    await unavailable(cashfree.refund(refundRequest(10_000n)));
    expect((await cashfree.refund(refundRequest(10_000n))).status).toBe("SUCCESS");
    expect(refundsOfCharge()).toEqual([100]);
  });

  test("of more than is left is a failure for good; what a failed refund took is left again", async () => {
    const first = await cashfree.refund(refundRequest(60_000n, "RFD-first"));
    expect(await cashfree.refund(refundRequest(60_000n, "RFD-second"))).toMatchObject(FAILED);
    double.resolveUnknownRefund(first.gatewayRefundId ?? "", "FAILED");
    const later = refusal(400, "refund_post_failed").body as object;
    double.misbehave("POST", /refunds$/, { kind: "error", status: 400, body: later });
    await unavailable(cashfree.refund(refundRequest(60_000n, "RFD-third")));
    expect((await cashfree.refund(refundRequest(60_000n, "RFD-third"))).status).toBe("SUCCESS");
  });

  test.each(["refund_invalid", "refund_amount_invalid"])(
    "that the order's list has is no failure, whatever the refusal (%s) and although no lookup finds it yet",
    async (code) => {
      const { gatewayRefundId } = await cashfree.refund(refundRequest(100_000n));
      const missing = refusal(404, "refund_get_not_found").body as object;
      const stop = double.misbehave("GET", /refunds\/\w+$/, { kind: "error", status: 404, body: missing });
      const body = refusal(400, code).body as object;
      double.misbehave("POST", /refunds$/, { kind: "error", status: 400, body });
      double.misbehave("GET", /refunds\/\w+$/, { kind: "error", status: 404, body: missing });
      await unavailable(cashfree.refund(refundRequest(100_000n)));
      stop();
      expect(await cashfree.refund(refundRequest(100_000n))).toEqual({ gatewayRefundId, status: "SUCCESS" });
      expect(refundsOfCharge()).toEqual([1000]);
    },
  );

  test("that was sent is found in the order's list although no lookup finds it, and is unknown without the list", async () => {
    const sent = await cashfree.refund(refundRequest(100_000n));
    const missing = refusal(404, "refund_get_not_found").body as object;
    double.misbehave("GET", /refunds\/\w+$/, { kind: "error", status: 404, body: missing }, 2);
    expect(await cashfree.findSentRefund(refundRequest(100_000n))).toEqual(sent);
    double.misbehave("GET", /refunds$/, { kind: "error", status: 500, body: {} });
    await unavailable(cashfree.findSentRefund(refundRequest(100_000n)));
    expect(await cashfree.findSentRefund(refundRequest(100n, "RFD-never-sent"))).toBeNull();
  });

  test("that was refused although the order could bear it stays open", async () => {
    const body = refusal(400, "refund_post_failed").body as object;
    double.misbehave("POST", /refunds$/, { kind: "error", status: 400, body });
    await unavailable(cashfree.refund(refundRequest(10_000n)));
    // Not even the lookup that would explain the refusal answers.
    double.misbehave("POST", /refunds$/, { kind: "error", status: 400, body });
    double.misbehave("GET", /orders\/[^/]+$/, { kind: "error", status: 500, body: {} });
    await unavailable(cashfree.refund(refundRequest(10_000n)));
    expect(refundsOfCharge()).toEqual([]);
  });

  test.each([
    ["PENDING", "PENDING"],
    ["ONHOLD", "PENDING"],
    ["SUCCESS", "SUCCESS"],
    ["FAILED", "FAILURE"],
    ["CANCELLED", "FAILURE"],
  ] as const)("that is %s there is %s here", async (theirs, ours) => {
    const { gatewayRefundId: id } = await cashfree.refund(refundRequest(10_000n));
    double.resolveUnknownRefund(id ?? "", theirs);
    expect(await cashfree.fetchRefund(id ?? "")).toMatchObject({ gatewayRefundId: id, status: ours });
  });

  test("is unknown when the answer is about another one, and without its order", async () => {
    const { gatewayRefundId: id } = await cashfree.refund(refundRequest(10_000n));
    Object.assign(double.refunds.get(id ?? "") ?? {}, { refund_id: "of_another" });
    await unavailable(cashfree.fetchRefund(id ?? ""));
    await unavailable(cashfree.fetchRefund("of_another"));
  });
});
