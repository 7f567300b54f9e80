import { expect } from "vitest";
import { checkoutRequest } from "../../routing/checkout-request";
import type { CheckoutRequest } from "@/server/routing/gateway/port";
import type { Bench } from "../bench";
import { open, refundOf, ended, misbehave, requestsOf } from "./steps";

async function exactly(bench: Bench, currency: string, amountPaise: bigint) {
  const { checkoutId } = await open(bench, { currency, amountPaise });
  const charge = await bench.pay(checkoutId);
  await bench.hear();
  expect(await bench.gateway.fetchPayment(checkoutId, "take")).toEqual({
    status: "SUCCESS",
    gatewayTransactionId: charge,
    amountPaise,
    currency,
  });
  const part = amountPaise / 2n - ((amountPaise / 2n) % 100n);
  for (const portion of [part, amountPaise - part]) {
    const refund = await bench.gateway.refund(refundOf(bench, charge, portion, { currency }));
    expect(await ended(bench, refund)).toBe("SUCCESS");
  }
  expect((await bench.refundsOf(charge)).toSorted(byValue)).toEqual(
    [part, amountPaise - part].toSorted(byValue),
  );
}

const byValue = (a: bigint, b: bigint): number => (a < b ? -1 : a > b ? 1 : 0);

async function refusedWithoutCall(bench: Bench, fields: Partial<CheckoutRequest>) {
  const before = requestsOf(bench);
  expect(
    await bench.gateway.openCheckout(checkoutRequest({ currency: bench.currency, ...fields })),
  ).toMatchObject({
    kind: "failed",
    cause: "refused",
  });
  expect(requestsOf(bench)).toBe(before);
}

/** Opening a checkout. */
export const OPENING_CASES = {
  "a payment requested twice has one checkout": async (bench: Bench) => {
    const { request, checkoutId } = await open(bench);
    expect(await bench.gateway.openCheckout(request)).toMatchObject({ kind: "opened", checkoutId });
    expect(bench.checkoutsOf(request)).toBe(1);
  },
  "a payment requested by two workers at once has one checkout": async (bench: Bench) => {
    const request = checkoutRequest({ currency: bench.currency });
    const both = await Promise.all([
      bench.gateway.openCheckout(request),
      bench.gateway.openCheckout(request),
    ]);
    expect(both[0]).toMatchObject({ kind: "opened" });
    expect(both[1]).toEqual(both[0]);
    expect(bench.checkoutsOf(request)).toBe(1);
  },
  "a checkout whose answer was lost is found, not opened twice": async (bench: Bench) => {
    misbehave(bench, "open", { kind: "hang_after_effect" });
    const request = checkoutRequest({ currency: bench.currency });
    const lost = await bench.impatient.openCheckout(request);
    expect(lost).toMatchObject({ kind: "failed", cause: "unavailable" });
    expect(await bench.gateway.openCheckout(request)).toMatchObject({ kind: "opened" });
    expect(bench.checkoutsOf(request)).toBe(1);
  },
  "an amount in a currency with two decimals arrives and returns to the paisa": (bench: Bench) =>
    exactly(bench, bench.currency, 123_456n),
  "an amount in a currency without decimals arrives and returns whole": (bench: Bench) =>
    exactly(bench, "JPY", 50_000n),
  "an amount in a currency with three decimals arrives and returns to the paisa": (bench: Bench) =>
    exactly(bench, "KWD", 123_456n),
  "an amount that its currency cannot express is refused without a call": (bench: Bench) =>
    refusedWithoutCall(bench, { currency: "JPY", amountPaise: 1_050n }),
  "a currency that the vendor does not have is refused without a call": (bench: Bench) =>
    refusedWithoutCall(bench, { currency: "KPW" }),
  "an amount that a number cannot hold is refused without a call": (bench: Bench) =>
    refusedWithoutCall(bench, { amountPaise: 99_999_999_999_999_999n }),
  "a refusal of the vendor's is no outage, and repeats nothing of the customer": async (bench: Bench) => {
    misbehave(bench, "open", bench.refusal("open"));
    const refused = await bench.gateway.openCheckout(checkoutRequest({ currency: bench.currency }));
    expect(refused).toMatchObject({ kind: "failed", cause: "refused" });
    expect(JSON.stringify(refused)).not.toContain("ravi");
  },
  "texts of any length and script open a checkout": async (bench: Bench) => {
    const long = { merchantName: "चाय 🫖 ".repeat(60), reference: "𝒪rder-".repeat(30) };
    const unknown = { customer: { email: null, phone: "919000090000", name: null } };
    await open(bench, { ...long, ...unknown, merchantId: 2_147_483_647 });
  },
  "a customer who has given no phone number can pay": async (bench: Bench) => {
    await open(bench, { customer: { email: null, phone: null, name: null } });
  },
} as const satisfies Record<string, (bench: Bench) => Promise<void>>;
