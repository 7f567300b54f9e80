import { expect } from "vitest";
import { declineCodesOf, declineReasonOf } from "@/server/routing/gateway/decline-reasons";
import { GatewayRecordUnknown } from "@/server/routing/gateway/port";
import type { Bench } from "../bench";
import { FULL, open, misbehave, unavailable, requestsOf } from "./steps";

/** The status of a checkout, and closing one. */
export const CHECKOUT_CASES = {
  "a checkout is open until it is paid, and then says what was charged": async (bench: Bench) => {
    const { checkoutId } = await open(bench);
    expect(await bench.gateway.fetchPayment(checkoutId, "take")).toEqual({ status: "OPEN" });
    const charge = await bench.pay(checkoutId);
    await bench.hear();
    const paidNow = {
      status: "SUCCESS",
      gatewayTransactionId: charge,
      amountPaise: FULL,
      currency: bench.currency,
    };
    expect(await bench.gateway.fetchPayment(checkoutId, "take")).toEqual(paidNow);
    expect(await bench.gateway.fetchPayment(checkoutId, "take")).toEqual(paidNow);
  },
  "another amount than the requested one is reported as it is": async (bench: Bench) => {
    const { checkoutId } = await open(bench);
    await bench.pay(checkoutId, { amountPaise: 1_000n, currency: bench.currency });
    await bench.hear();
    expect(await bench.gateway.fetchPayment(checkoutId, "take")).toMatchObject({
      status: "SUCCESS",
      amountPaise: 1_000n,
    });
  },
  "another currency than the requested one is reported as it is": async (bench: Bench) => {
    const { checkoutId } = await open(bench);
    await bench.pay(checkoutId, { amountPaise: FULL, currency: "EUR" });
    await bench.hear();
    expect(await bench.gateway.fetchPayment(checkoutId, "take")).toMatchObject({
      status: "SUCCESS",
      currency: "EUR",
    });
  },
  "an amount that is no amount is unknown, not nothing": async (bench: Bench) => {
    const { checkoutId } = await open(bench);
    await bench.pay(checkoutId);
    bench.breakAmount(checkoutId);
    await bench.hear().catch(() => undefined);
    await unavailable(bench.gateway.fetchPayment(checkoutId, "take"));
  },
  "a declined attempt leaves the checkout open": async (bench: Bench) => {
    const { checkoutId } = await open(bench);
    await bench.decline(checkoutId);
    await bench.hear();
    expect(await bench.gateway.fetchPayment(checkoutId, "take")).toMatchObject({ status: "OPEN" });
    await bench.pay(checkoutId);
    await bench.hear();
    expect(await bench.gateway.fetchPayment(checkoutId, "take")).toMatchObject({ status: "SUCCESS" });
  },
  "a closed checkout says why the last attempt failed": async (bench: Bench) => {
    const { checkoutId } = await open(bench);
    const failure = await bench.decline(checkoutId);
    await bench.hear();
    const closed = { status: "CLOSED", failure };
    expect(await bench.gateway.voidCheckout(checkoutId)).toEqual(closed);
    expect(await bench.gateway.fetchPayment(checkoutId, "take")).toEqual(closed);
  },
  "the code of a declined attempt is kept, and its vendor's map has a reason for it": async (
    bench: Bench,
  ) => {
    const { checkoutId } = await open(bench);
    const { code } = await bench.decline(checkoutId);
    await bench.hear();
    const looked = await bench.gateway.fetchPayment(checkoutId, "take");
    const closed = await bench.gateway.voidCheckout(checkoutId);
    const failures = [looked, closed].flatMap((payment) =>
      "failure" in payment && payment.failure !== undefined ? [payment.failure.code] : [],
    );
    expect(failures).toContain(code);
    expect(declineReasonOf(bench.name, code)).not.toBe("unknown");
  },
  "its vendor's decline codes are mapped": (bench: Bench) => {
    expect(Object.keys(declineCodesOf(bench.name) ?? {})).not.toEqual([]);
    return Promise.resolve();
  },
  "an expired checkout is closed": async (bench: Bench) => {
    const { checkoutId } = await open(bench);
    bench.expire(checkoutId);
    expect(await bench.gateway.fetchPayment(checkoutId, "take")).toEqual({ status: "CLOSED" });
  },
  "a status that was added since is nobody's end": async (bench: Bench) => {
    const { checkoutId } = await open(bench);
    bench.setUnknownStatus("checkout", checkoutId);
    expect(await bench.gateway.fetchPayment(checkoutId, "take")).toEqual({ status: "OPEN" });
  },
  "a checkout that the vendor does not have is unknown": async (bench: Bench) => {
    const { checkoutId } = await open(bench);
    await expect(bench.gateway.fetchPayment(`${checkoutId}0`, "take")).rejects.toBeInstanceOf(
      GatewayRecordUnknown,
    );
  },
  "a checkout is recognized by what only the vendor makes, never by an id of ours": async (bench: Bench) => {
    const { request, checkoutId, redirectUrl } = await open(bench);
    const recognizes = bench.gateway.recognizesCheckout;
    if (recognizes === null) throw new Error("name in the bench's list why nothing proves it");
    expect(await recognizes({ checkoutId, redirectUrl })).toBe(true);
    await bench.pay(checkoutId);
    await bench.hear();
    expect(await recognizes({ checkoutId, redirectUrl })).toBe(true);
    await expect(recognizes({ checkoutId: `${checkoutId}0`, redirectUrl })).rejects.toBeInstanceOf(
      GatewayRecordUnknown,
    );
    // In another account the same id of ours is another checkout, with another address.
    const isOurId = checkoutId.includes(request.paymentId);
    if (isOurId) expect(await recognizes({ checkoutId, redirectUrl: `${redirectUrl}0` })).toBe(false);
  },
  "an id from another system cannot change the address that is called": async (bench: Bench) => {
    const before = requestsOf(bench);
    await unavailable(bench.gateway.fetchPayment("../../v2/payments/refunds", "take"));
    const called = bench.server?.requests.slice(before).map(({ path }) => path) ?? [];
    expect(called.filter((path) => /^\/(v[0-9]+\/)?payments\/refunds$/.test(path))).toEqual([]);
  },

  "closing ends a checkout; a second time changes nothing": async (bench: Bench) => {
    const { checkoutId } = await open(bench);
    expect(await bench.gateway.voidCheckout(checkoutId)).toEqual({ status: "CLOSED" });
    expect(await bench.gateway.voidCheckout(checkoutId)).toEqual({ status: "CLOSED" });
    expect(await bench.gateway.fetchPayment(checkoutId, "take")).toEqual({ status: "CLOSED" });
  },
  "closing reports the money when the customer was faster": async (bench: Bench) => {
    const { checkoutId } = await open(bench);
    const charge = await bench.pay(checkoutId);
    await bench.hear();
    expect(await bench.gateway.voidCheckout(checkoutId)).toMatchObject({
      status: "SUCCESS",
      gatewayTransactionId: charge,
    });
  },
  "closing whose answer was lost is unknown, and safe to repeat": async (bench: Bench) => {
    const { checkoutId } = await open(bench);
    misbehave(bench, "void", { kind: "hang_after_effect" });
    await unavailable(bench.impatient.voidCheckout(checkoutId));
    expect(await bench.gateway.voidCheckout(checkoutId)).toEqual({ status: "CLOSED" });
  },
  "money that comes after closing is reported": async (bench: Bench) => {
    const { checkoutId } = await open(bench);
    await bench.gateway.voidCheckout(checkoutId);
    const charge = await bench.pay(checkoutId);
    bench.expire(checkoutId);
    await bench.hear();
    expect(await bench.gateway.fetchPayment(checkoutId, "take")).toMatchObject({
      status: "SUCCESS",
      gatewayTransactionId: charge,
    });
  },
} as const satisfies Record<string, (bench: Bench) => Promise<void>>;
