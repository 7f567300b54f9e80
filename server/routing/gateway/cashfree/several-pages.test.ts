import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { newOrder, type OrderEntity } from "@/tools/testing/routing/cashfree-objects";
import { type CashfreeTest, withCashfree } from "@/tools/testing/routing/with-cashfree";

const vendor = withCashfree();
let double: CashfreeTest["double"];
let cashfree: CashfreeTest["cashfree"];
let open: CashfreeTest["open"];
let adapter: CashfreeTest["adapter"];
beforeAll(() => {
  ({ double, cashfree, open, adapter } = vendor.current());
});
beforeEach(() => {
  double.terminationsBecome = "TERMINATED";
});

describe("a checkout at Cashfree that is paid on one of two open pages", () => {
  const twoPages = async (): Promise<{ checkoutId: string; first: OrderEntity; second: OrderEntity }> => {
    const checkoutId = await open();
    const link = double.links.get(checkoutId);
    if (link === undefined) throw new Error("no link");
    const pages = ["2026-11-21T09:00:00.000Z", "2026-11-21T09:00:01.000Z"].map((created_at) => ({
      ...newOrder(link),
      created_at,
    }));
    const [first, second] = pages;
    if (first === undefined || second === undefined) throw new Error("no pages");
    for (const order of [second, first]) double.orders.set(order.order_id, order);
    Object.assign(link, { link_status: "PAID", link_amount_paid: link.link_amount });
    return { checkoutId, first, second };
  };
  const chargeOf = ({ order_id: gatewayTransactionId }: OrderEntity) => ({
    gatewayTransactionId,
    amountPaise: 100_000n,
    currency: "INR",
  });

  test.each(["take", "close"])("can be paid on no other one afterwards (%s)", async (by) => {
    const { checkoutId, first, second } = await twoPages();
    first.order_status = "PAID";
    expect(await cashfree.fetchPayment(checkoutId, "look")).toEqual({
      status: "SUCCESS",
      ...chargeOf(first),
      mayStillBeCharged: true,
    });
    expect(second.order_status).toBe("ACTIVE");
    const found =
      by === "take"
        ? await cashfree.fetchPayment(checkoutId, "take")
        : await cashfree.voidCheckout(checkoutId);
    expect(found).toEqual({ status: "SUCCESS", ...chargeOf(first) });
    expect(second.order_status).toBe("TERMINATED");
  });

  test("is paid although the other one could not be ended", async () => {
    const { checkoutId, first } = await twoPages();
    first.order_status = "PAID";
    double.misbehave("PATCH", /orders/, { kind: "error", status: 500, body: {} });
    expect(await cashfree.fetchPayment(checkoutId, "take")).toMatchObject({ status: "SUCCESS" });
  });

  test("is paid although no answer came of the other one's end", async () => {
    const { checkoutId, first, second } = await twoPages();
    first.order_status = "PAID";
    const path = `/pg/orders/${second.order_id}`;
    double.misbehave("PATCH", /orders/, { kind: "hang_after_effect" });
    const looking = adapter(3_000).fetchPayment(checkoutId, "take");
    await expect.poll(() => double.requests.some((request) => request.path === path)).toBe(true);
    double.misbehave("GET", /orders$/, { kind: "error", status: 500, body: {} });
    // Nothing shows that the other one has ended.
    expect(await looking).toEqual({ status: "SUCCESS", ...chargeOf(first), mayStillBeCharged: true });
  });

  test.each(["ACTIVE", "TERMINATION_REQUESTED", "ADDED_SINCE"])(
    "may still be charged while the other one is %s",
    async (status) => {
      const { checkoutId, first, second } = await twoPages();
      first.order_status = "PAID";
      Object.assign(second, { order_status: status });
      double.terminationsBecome = "TERMINATION_REQUESTED";
      for (const found of [
        await cashfree.fetchPayment(checkoutId, "look"),
        await cashfree.fetchPayment(checkoutId, "take"),
        await cashfree.voidCheckout(checkoutId),
      ]) {
        expect(found).toEqual({ status: "SUCCESS", ...chargeOf(first), mayStillBeCharged: true });
      }
    },
  );

  test("may still be charged while its link can make another page, and not once that is closed", async () => {
    const { checkoutId, first, second } = await twoPages();
    Object.assign(first, { order_status: "PAID" });
    Object.assign(second, { order_status: "EXPIRED" });
    Object.assign(double.links.get(checkoutId) ?? {}, { link_status: "ACTIVE" });
    const paid = { status: "SUCCESS", ...chargeOf(first) };
    expect(await cashfree.fetchPayment(checkoutId, "take")).toEqual({ ...paid, mayStillBeCharged: true });
    expect(await cashfree.voidCheckout(checkoutId)).toEqual(paid);
    expect(double.links.get(checkoutId)?.link_status).toBe("CANCELLED");
  });

  test("is paid although its link could not be cancelled", async () => {
    const { checkoutId, first } = await twoPages();
    first.order_status = "PAID";
    double.misbehave("POST", /cancel$/, { kind: "garbage" });
    expect(await cashfree.voidCheckout(checkoutId)).toMatchObject({ status: "SUCCESS" });
  });

  test("and then on the other one reports both charges, the earlier page first, in any order of the list", async () => {
    const { checkoutId, first, second } = await twoPages();
    for (const order of [first, second]) order.order_status = "PAID";
    const both = { status: "SUCCESS", ...chargeOf(first), otherCharges: [chargeOf(second)] };
    expect(await cashfree.fetchPayment(checkoutId, "look")).toEqual(both);
    double.orders.delete(second.order_id);
    double.orders.set(second.order_id, second);
    expect(await cashfree.fetchPayment(checkoutId, "look")).toEqual(both);
  });

  test("and then on the other one reports the one that was refunded last, where refunds can be read", async () => {
    const { checkoutId, first, second } = await twoPages();
    for (const order of [first, second]) order.order_status = "PAID";
    const firstPaid = async (): Promise<unknown> => {
      const found = await cashfree.fetchPayment(checkoutId, "look");
      return found.status === "SUCCESS" ? found.gatewayTransactionId : found;
    };
    const refund = (amountPaise: bigint, key: string): Promise<unknown> =>
      cashfree.refund({
        idempotencyKey: key,
        gatewayTransactionId: first.order_id,
        amountPaise,
        currency: "INR",
        requestedAt: new Date(),
      });
    await refund(60_000n, "a part");
    expect(await firstPaid()).toBe(first.order_id);
    await refund(40_000n, "the rest");
    expect(await firstPaid()).toBe(second.order_id);
    double.misbehave("GET", /refunds$/, { kind: "error", status: 500, body: {} }, 2);
    expect(await firstPaid()).toBe(first.order_id);
  });
});
