import fc from "fast-check";
import { expect } from "vitest";
import { systemClock } from "@/server/platform/clock";
import { checkoutRequest } from "../../testing/checkout-request";
import { VARIETIES } from "../../testing/documents/generate";
import type { VendorFault } from "../../testing/vendor-server";
import {
  type CheckoutRequest,
  GatewayRecordUnknown,
  type GatewayRefund,
  type GatewayRefundRequest,
  GatewayUnavailable,
} from "../port";
import { type Bench, type Operation, OPERATIONS } from "./bench";

/** A call that is refused for its credentials may be repeated once with new ones. */
const TWICE = 2;
const FULL = 100_000n;
let made = 0;

/** A payment of the bench's currency, opened at the gateway. */
async function open(
  bench: Bench,
  fields: Partial<CheckoutRequest> = {},
): Promise<{ request: CheckoutRequest; checkoutId: string }> {
  const request = checkoutRequest({ currency: bench.currency, amountPaise: FULL, ...fields });
  const opened = await bench.gateway.openCheckout(request);
  if (opened.kind !== "opened") throw new Error(opened.message);
  return { request, checkoutId: opened.checkoutId };
}

async function paid(bench: Bench, fields: Partial<CheckoutRequest> = {}): Promise<string> {
  const { checkoutId } = await open(bench, fields);
  const charge = await bench.pay(checkoutId);
  await bench.hear();
  return charge;
}

function refundOf(
  bench: Bench,
  charge: string,
  amountPaise: bigint,
  fields: Partial<GatewayRefundRequest> = {},
): GatewayRefundRequest {
  made += 1;
  return {
    idempotencyKey: `7:RFD${made}`,
    gatewayTransactionId: charge,
    amountPaise,
    currency: bench.currency,
    ...fields,
  };
}

/** The final status of a refund: what the gateway says once the vendor has ended it. */
async function ended(bench: Bench, refund: GatewayRefund): Promise<string> {
  if (refund.gatewayRefundId === null) return refund.status;
  if (refund.status === "PENDING") await bench.endRefund(refund.gatewayRefundId, "SUCCESS");
  await bench.hear();
  return (await bench.gateway.fetchRefund(refund.gatewayRefundId)).status;
}

function misbehave(bench: Bench, operation: Operation, fault: VendorFault, times = 1): () => void {
  const call = bench.calls?.[operation];
  if (bench.server === null || call === undefined) throw new Error(`${bench.name} makes no calls`);
  return bench.server.misbehave(call.method, call.path, fault, times);
}

const unavailable = async (call: Promise<unknown>): Promise<void> => {
  await expect(call).rejects.toBeInstanceOf(GatewayUnavailable);
};
const requestsOf = (bench: Bench): number => bench.server?.requests.length ?? 0;

/** Every operation meets the fault, and none of them takes it for an answer about the money. */
async function isNoAnswer(bench: Bench, fault: VendorFault, only: readonly Operation[] = OPERATIONS) {
  const { checkoutId } = await open(bench);
  const charge = await paid(bench);
  const sent = await bench.gateway.refund(refundOf(bench, charge, 100n));
  const { gateway } = bench;
  const failed: unknown[] = [];
  const calls: Record<Operation, () => Promise<unknown>> = {
    async open() {
      const failure = await gateway.openCheckout(checkoutRequest({ currency: bench.currency }));
      expect(failure).toMatchObject({ kind: "failed", cause: "unavailable" });
      failed.push(failure);
    },
    fetch: () => unavailable(gateway.fetchPayment(checkoutId)),
    void: () => unavailable(gateway.voidCheckout(checkoutId)),
    refund: () => unavailable(gateway.refund(refundOf(bench, charge, 100n))),
    fetchRefund: () => unavailable(gateway.fetchRefund(sent.gatewayRefundId ?? "")),
  };
  for (const operation of only) {
    if (operation === "fetchRefund" && bench.lacks["a refund that the vendor does not have is unknown"])
      continue;
    const stop = misbehave(bench, operation, fault);
    await calls[operation]();
    stop();
  }
  expect(JSON.stringify(failed)).not.toContain("ravi");
}

/** The vendor made the refund, and its answer never arrived. */
async function survivesLostAnswer(bench: Bench, fault: VendorFault, times: number) {
  const charge = await paid(bench);
  const refund = refundOf(bench, charge, FULL);
  const stop = misbehave(bench, "refund", fault, times);
  await unavailable(bench.gateway.refund(refund));
  stop();
  await bench.hear();
  bench.forgetKeys();
  expect(await ended(bench, await bench.gateway.refund(refund))).toBe("SUCCESS");
  expect(await bench.refundsOf(charge)).toEqual([FULL]);
}

async function exactly(bench: Bench, currency: string, amountPaise: bigint) {
  const { checkoutId } = await open(bench, { currency, amountPaise });
  const charge = await bench.pay(checkoutId);
  await bench.hear();
  expect(await bench.gateway.fetchPayment(checkoutId)).toEqual({
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

/** Every case of the kit. Their names say what a gateway guarantees; `Bench.lacks` names those that it does not have. */
export const CASES = {
  // Opening a checkout.
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
    const lost = await bench.gateway.openCheckout(request);
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
    const nobody = { customer: { email: null, phone: null, name: null } };
    await open(bench, { ...long, ...nobody, merchantId: 2_147_483_647 });
  },

  // The vendor's trouble.
  "wrong credentials are an outage, and are not repeated": async (bench: Bench) => {
    const { checkoutId } = await open(bench);
    const charge = await paid(bench);
    const stranger = bench.stranger();
    const failed = await stranger.openCheckout(checkoutRequest({ currency: bench.currency }));
    expect(failed).toMatchObject({ kind: "failed", cause: "unavailable" });
    expect(JSON.stringify(failed)).not.toContain("of_nobody");
    await unavailable(stranger.fetchPayment(checkoutId));
    await unavailable(stranger.voidCheckout(checkoutId));
    await unavailable(stranger.refund(refundOf(bench, charge, 100n)));
  },
  "credentials that were revoked are an outage": (bench: Bench) => isNoAnswer(bench, bench.error(403)),
  "an address where nothing listens is an outage": async (bench: Bench) => {
    const gateway = bench.unreachable();
    expect(await gateway.openCheckout(checkoutRequest({ currency: bench.currency }))).toMatchObject({
      cause: "unavailable",
    });
    await unavailable(gateway.refund(refundOf(bench, "charge1", 100n)));
  },
  "a vendor that never answers is unavailable": (bench: Bench) => isNoAnswer(bench, { kind: "hang" }),
  "a vendor that trickles its answer is unavailable": (bench: Bench) =>
    isNoAnswer(bench, { kind: "trickle" }),
  "a vendor that cuts its answer off is unavailable": (bench: Bench) => isNoAnswer(bench, { kind: "cut" }),
  "a proxy's page is no answer": (bench: Bench) => isNoAnswer(bench, { kind: "garbage" }),
  "JSON of another system is no answer": (bench: Bench) => isNoAnswer(bench, { kind: "foreign_json" }),
  "a request that is in progress elsewhere is no refusal": (bench: Bench) =>
    isNoAnswer(bench, bench.error(409)),
  "a rate limit is no refusal": (bench: Bench) => isNoAnswer(bench, bench.error(429)),
  "a failure of the vendor's is no refusal": (bench: Bench) => isNoAnswer(bench, bench.error(500)),
  "a vendor that is down is no refusal": (bench: Bench) => isNoAnswer(bench, bench.error(503)),
  "a redirect is not followed": (bench: Bench) => isNoAnswer(bench, bench.error(302)),
  "a proxy's 404 page is no refusal of a refund": async (bench: Bench) => {
    const charge = await paid(bench);
    misbehave(bench, "refund", { kind: "error", status: 404, body: ["Not found"] });
    const refund = refundOf(bench, charge, 100n);
    await unavailable(bench.gateway.refund(refund));
    expect(await ended(bench, await bench.gateway.refund(refund))).toBe("SUCCESS");
  },

  // The status of a checkout.
  "a checkout is open until it is paid, and then says what was charged": async (bench: Bench) => {
    const { checkoutId } = await open(bench);
    expect(await bench.gateway.fetchPayment(checkoutId)).toEqual({ status: "OPEN" });
    const charge = await bench.pay(checkoutId);
    await bench.hear();
    const paidNow = {
      status: "SUCCESS",
      gatewayTransactionId: charge,
      amountPaise: FULL,
      currency: bench.currency,
    };
    expect(await bench.gateway.fetchPayment(checkoutId)).toEqual(paidNow);
    expect(await bench.gateway.fetchPayment(checkoutId)).toEqual(paidNow);
  },
  "another amount than the requested one is reported as it is": async (bench: Bench) => {
    const { checkoutId } = await open(bench);
    await bench.pay(checkoutId, { amountPaise: 1_000n, currency: bench.currency });
    await bench.hear();
    expect(await bench.gateway.fetchPayment(checkoutId)).toMatchObject({
      status: "SUCCESS",
      amountPaise: 1_000n,
    });
  },
  "another currency than the requested one is reported as it is": async (bench: Bench) => {
    const { checkoutId } = await open(bench);
    await bench.pay(checkoutId, { amountPaise: FULL, currency: "EUR" });
    await bench.hear();
    expect(await bench.gateway.fetchPayment(checkoutId)).toMatchObject({
      status: "SUCCESS",
      currency: "EUR",
    });
  },
  "an amount that is no amount is unknown, not nothing": async (bench: Bench) => {
    const { checkoutId } = await open(bench);
    await bench.pay(checkoutId);
    bench.breakAmount(checkoutId);
    await bench.hear().catch(() => undefined);
    await unavailable(bench.gateway.fetchPayment(checkoutId));
  },
  "a declined attempt leaves the checkout open": async (bench: Bench) => {
    const { checkoutId } = await open(bench);
    await bench.decline(checkoutId);
    await bench.hear();
    expect(await bench.gateway.fetchPayment(checkoutId)).toEqual({ status: "OPEN" });
    await bench.pay(checkoutId);
    await bench.hear();
    expect(await bench.gateway.fetchPayment(checkoutId)).toMatchObject({ status: "SUCCESS" });
  },
  "a closed checkout says why the last attempt failed": async (bench: Bench) => {
    const { checkoutId } = await open(bench);
    const failure = await bench.decline(checkoutId);
    await bench.hear();
    const closed = { status: "CLOSED", failure };
    expect(await bench.gateway.voidCheckout(checkoutId)).toEqual(closed);
    expect(await bench.gateway.fetchPayment(checkoutId)).toEqual(closed);
  },
  "an expired checkout is closed": async (bench: Bench) => {
    const { checkoutId } = await open(bench);
    bench.expire(checkoutId);
    expect(await bench.gateway.fetchPayment(checkoutId)).toEqual({ status: "CLOSED" });
  },
  "a status that was added since is nobody's end": async (bench: Bench) => {
    const { checkoutId } = await open(bench);
    bench.setUnknownStatus("checkout", checkoutId);
    expect(await bench.gateway.fetchPayment(checkoutId)).toEqual({ status: "OPEN" });
  },
  "a checkout that the vendor does not have is unknown": async (bench: Bench) => {
    const { checkoutId } = await open(bench);
    await expect(bench.gateway.fetchPayment(`${checkoutId}0`)).rejects.toBeInstanceOf(GatewayRecordUnknown);
  },
  "an id from another system cannot change the address that is called": async (bench: Bench) => {
    const before = requestsOf(bench);
    await unavailable(bench.gateway.fetchPayment("../../v2/payments/refunds"));
    const called = bench.server?.requests.slice(before).map(({ path }) => path) ?? [];
    expect(called.filter((path) => /^\/(v[0-9]+\/)?payments\/refunds$/.test(path))).toEqual([]);
  },

  // Closing a checkout.
  "closing ends a checkout; a second time changes nothing": async (bench: Bench) => {
    const { checkoutId } = await open(bench);
    expect(await bench.gateway.voidCheckout(checkoutId)).toEqual({ status: "CLOSED" });
    expect(await bench.gateway.voidCheckout(checkoutId)).toEqual({ status: "CLOSED" });
    expect(await bench.gateway.fetchPayment(checkoutId)).toEqual({ status: "CLOSED" });
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
    await unavailable(bench.gateway.voidCheckout(checkoutId));
    expect(await bench.gateway.voidCheckout(checkoutId)).toEqual({ status: "CLOSED" });
  },
  "money that comes after closing is reported": async (bench: Bench) => {
    const { checkoutId } = await open(bench);
    await bench.gateway.voidCheckout(checkoutId);
    const charge = await bench.pay(checkoutId);
    bench.expire(checkoutId);
    await bench.hear();
    expect(await bench.gateway.fetchPayment(checkoutId)).toMatchObject({
      status: "SUCCESS",
      gatewayTransactionId: charge,
    });
  },

  // Refunds.
  "a refund is pending until the vendor has ended it": async (bench: Bench) => {
    const charge = await paid(bench);
    bench.holdRefunds();
    const sent = await bench.gateway.refund(refundOf(bench, charge, 25_000n));
    expect(sent.status).toBe("PENDING");
    const id = sent.gatewayRefundId ?? "";
    expect((await bench.gateway.fetchRefund(id)).status).toBe("PENDING");
    await bench.endRefund(id, "SUCCESS");
    await bench.hear();
    expect(await bench.gateway.fetchRefund(id)).toEqual({ gatewayRefundId: id, status: "SUCCESS" });
  },
  "a refund that the vendor could not make has failed": async (bench: Bench) => {
    const charge = await paid(bench);
    bench.holdRefunds();
    const sent = await bench.gateway.refund(refundOf(bench, charge, 25_000n));
    const id = sent.gatewayRefundId ?? "";
    await bench.endRefund(id, "FAILURE");
    await bench.hear();
    expect(await bench.gateway.fetchRefund(id)).toEqual({ gatewayRefundId: id, status: "FAILURE" });
  },
  "a refund status that was added since is pending": async (bench: Bench) => {
    const charge = await paid(bench);
    const sent = await bench.gateway.refund(refundOf(bench, charge, 25_000n));
    const id = sent.gatewayRefundId ?? "";
    bench.setUnknownStatus("refund", id);
    expect((await bench.gateway.fetchRefund(id)).status).toBe("PENDING");
  },
  "partial refunds go to the last paisa": async (bench: Bench) => {
    const charge = await paid(bench);
    for (const part of [33_333n, 33_333n, 33_233n, 101n]) {
      const refund = await bench.gateway.refund(refundOf(bench, charge, part));
      expect(await ended(bench, refund)).toBe("SUCCESS");
    }
    expect((await bench.refundsOf(charge)).reduce((sum, part) => sum + part, 0n)).toBe(FULL);
  },
  "more than is left is never refunded": async (bench: Bench) => {
    const charge = await paid(bench);
    await bench.gateway.refund(refundOf(bench, charge, 60_000n));
    const refused = await bench.gateway.refund(refundOf(bench, charge, 60_000n));
    expect(refused).toEqual({ gatewayRefundId: null, status: "FAILURE" });
    expect(await bench.refundsOf(charge)).toEqual([60_000n]);
  },
  "a refund sent twice has one effect": async (bench: Bench) => {
    const charge = await paid(bench);
    const refund = refundOf(bench, charge, 25_000n);
    const first = await bench.gateway.refund(refund);
    expect(await bench.gateway.refund(refund)).toEqual(first);
    expect(await bench.refundsOf(charge)).toEqual([25_000n]);
  },
  "a refund sent by two workers at once has one effect": async (bench: Bench) => {
    const charge = await paid(bench);
    const refund = refundOf(bench, charge, 25_000n);
    const both = await Promise.all([bench.gateway.refund(refund), bench.gateway.refund(refund)]);
    expect(both[0]).toEqual(both[1]);
    expect(await bench.refundsOf(charge)).toEqual([25_000n]);
  },
  "a refund sent again after the vendor forgot its key has one effect": async (bench: Bench) => {
    const charge = await paid(bench);
    const refund = refundOf(bench, charge, 25_000n);
    const first = await bench.gateway.refund(refund);
    if (first.status === "PENDING") await bench.endRefund(first.gatewayRefundId, "SUCCESS");
    await bench.hear();
    bench.forgetKeys();
    expect((await bench.gateway.refund(refund)).gatewayRefundId).toBe(first.gatewayRefundId);
    expect(await bench.refundsOf(charge)).toEqual([25_000n]);
  },
  "two refunds of one charge and amount are two": async (bench: Bench) => {
    const charge = await paid(bench);
    await bench.gateway.refund(refundOf(bench, charge, 25_000n));
    await bench.gateway.refund(refundOf(bench, charge, 25_000n));
    expect(await bench.refundsOf(charge)).toEqual([25_000n, 25_000n]);
  },
  "a refund whose answer never comes is unknown, and made once": (bench: Bench) =>
    survivesLostAnswer(bench, { kind: "hang_after_effect" }, 1),
  "a refund whose connection closes is unknown, and made once": (bench: Bench) =>
    survivesLostAnswer(bench, { kind: "lose_answer" }, 2),
  "a refund whose answer is cut off is unknown, and made once": (bench: Bench) =>
    survivesLostAnswer(bench, { kind: "cut" }, 1),
  "a refund that the vendor refuses for good is a failure without an id": async (bench: Bench) => {
    const charge = await paid(bench);
    misbehave(bench, "refund", bench.refusal("refund"));
    expect(await bench.gateway.refund(refundOf(bench, charge, 25_000n))).toEqual({
      gatewayRefundId: null,
      status: "FAILURE",
    });
  },
  "a refund that the vendor refuses for now stays open and succeeds later": async (bench: Bench) => {
    const charge = await paid(bench);
    const refund = refundOf(bench, charge, 25_000n);
    misbehave(bench, "refund", bench.refusalForNow());
    await unavailable(bench.gateway.refund(refund));
    expect(await ended(bench, await bench.gateway.refund(refund))).toBe("SUCCESS");
  },
  "a refund of a charge that the vendor does not have is no failure": async (bench: Bench) => {
    await paid(bench);
    await unavailable(bench.gateway.refund(refundOf(bench, unknownCharge(bench), 100n)));
  },
  "a refund that its currency cannot express is a failure without a call": async (bench: Bench) => {
    const charge = await paid(bench);
    const before = requestsOf(bench);
    const yen = refundOf(bench, charge, 1_050n, { currency: "JPY" });
    expect(await bench.gateway.refund(yen)).toEqual({ gatewayRefundId: null, status: "FAILURE" });
    expect(requestsOf(bench)).toBe(before);
  },
  "a refund that the vendor does not have is unknown": async (bench: Bench) => {
    const charge = await paid(bench);
    const sent = await bench.gateway.refund(refundOf(bench, charge, 100n));
    await unavailable(bench.gateway.fetchRefund(`${sent.gatewayRefundId ?? ""}0`));
  },

  // Notifications.
  "a notification names its payment": async (bench: Bench) => {
    const { request, checkoutId } = await open(bench);
    await bench.pay(checkoutId);
    expect(await bench.gateway.readNotification(bench.paymentNotification(checkoutId))).toMatchObject({
      kind: "payment",
      merchantId: request.merchantId,
      paymentId: request.paymentId,
    });
  },
  "a notification names its refund and the charge": async (bench: Bench) => {
    const charge = await paid(bench);
    const { gatewayRefundId } = await bench.gateway.refund(refundOf(bench, charge, 25_000n));
    expect(
      await bench.gateway.readNotification(bench.refundNotification(gatewayRefundId ?? "")),
    ).toMatchObject({
      kind: "refund",
      gatewayRefundId,
      gatewayTransactionId: charge,
    });
  },
  "a notification with another secret's signature is refused": async (bench: Bench) => {
    const { checkoutId } = await open(bench);
    await bench.pay(checkoutId);
    const forged = bench.paymentNotification(checkoutId, { forged: true });
    expect(await bench.gateway.readNotification(forged)).toEqual({
      kind: "refused",
      reason: "bad_signature",
    });
  },
  "a notification whose content was changed is refused": async (bench: Bench) => {
    const { checkoutId } = await open(bench);
    await bench.pay(checkoutId);
    const changed = bench.changed(bench.paymentNotification(checkoutId));
    expect(await bench.gateway.readNotification(changed)).toEqual({
      kind: "refused",
      reason: "bad_signature",
    });
  },
  "a notification without a signature is refused": async (bench: Bench) => {
    const { checkoutId } = await open(bench);
    await bench.pay(checkoutId);
    const unsigned = bench.unsigned(bench.paymentNotification(checkoutId));
    expect(await bench.gateway.readNotification(unsigned)).toEqual({
      kind: "refused",
      reason: "bad_signature",
    });
  },
  "a repeated notification changes nothing": async (bench: Bench) => {
    const { checkoutId } = await open(bench);
    await bench.pay(checkoutId);
    const sent = bench.paymentNotification(checkoutId);
    const first = await bench.gateway.readNotification(sent);
    const status = await bench.gateway.fetchPayment(checkoutId);
    expect(await bench.gateway.readNotification(sent)).toEqual(first);
    expect(await bench.gateway.fetchPayment(checkoutId)).toEqual(status);
  },
  "notifications in the wrong order say the same in the end": async (bench: Bench) => {
    const { checkoutId } = await open(bench);
    const charge = await bench.pay(checkoutId);
    await bench.hear();
    const { gatewayRefundId } = await bench.gateway.refund(refundOf(bench, charge, FULL));
    await bench.gateway.readNotification(bench.refundNotification(gatewayRefundId ?? ""));
    await bench.gateway.readNotification(bench.paymentNotification(checkoutId));
    await bench.hear();
    expect(await bench.gateway.fetchPayment(checkoutId)).toMatchObject({
      status: "SUCCESS",
      gatewayTransactionId: charge,
      amountPaise: FULL,
    });
    expect((await bench.gateway.fetchRefund(gatewayRefundId ?? "")).status).toBe("SUCCESS");
  },
  "a notification of a payment that was not made moves no money": async (bench: Bench) => {
    const { checkoutId } = await open(bench);
    await bench.gateway.readNotification(bench.paymentNotification(checkoutId));
    expect(await bench.gateway.fetchPayment(checkoutId)).toEqual({ status: "OPEN" });
  },
  "a notification about something else is ignored": async (bench: Bench) => {
    expect(await bench.gateway.readNotification(bench.otherNotification())).toMatchObject({
      kind: "ignored",
    });
  },
  "a vendor's clock may be four minutes off": async (bench: Bench) => {
    const { checkoutId } = await open(bench);
    await bench.pay(checkoutId);
    for (const minutes of [-4, 4]) {
      const at = new Date(systemClock.now().getTime() + minutes * 60_000);
      expect(
        await bench.gateway.readNotification(bench.paymentNotification(checkoutId, { at })),
      ).toMatchObject({
        kind: "payment",
      });
    }
  },
  "a notification that was recorded long ago is refused": async (bench: Bench) => {
    const { checkoutId } = await open(bench);
    await bench.pay(checkoutId);
    const at = new Date(systemClock.now().getTime() - 6 * 60_000);
    expect(await bench.gateway.readNotification(bench.paymentNotification(checkoutId, { at }))).toEqual({
      kind: "refused",
      reason: "bad_signature",
    });
  },
  "a notification of any content, rightly signed, is read without harm": async (bench: Bench) => {
    await fc.assert(
      fc.asyncProperty(fc.jsonValue(), async (content) => {
        const { kind } = await bench.gateway.readNotification(bench.otherNotification(content));
        expect(["ignored", "refused"]).toContain(kind);
      }),
      { numRuns: 60 },
    );
  },
  "any body at all is read without harm": async (bench: Bench) => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 400 }), async (bytes) => {
        const read = await bench.gateway.readNotification({ rawBody: Buffer.from(bytes), headers: {} });
        expect(read.kind).toBe("refused");
      }),
      { numRuns: 100 },
    );
  },

  // The vendor's document.
  "answers as varied as the document allows are read": async (bench: Bench) => {
    for (const variety of VARIETIES) {
      for (let seed = 100; seed < 500; seed += 100) {
        bench.vary(variety, seed);
        const { checkoutId } = await open(bench);
        expect(await bench.gateway.fetchPayment(checkoutId)).toEqual({ status: "OPEN" });
        const charge = await bench.pay(checkoutId);
        await bench.hear();
        expect(await bench.gateway.fetchPayment(checkoutId)).toMatchObject({
          status: "SUCCESS",
          amountPaise: FULL,
        });
        const refund = await bench.gateway.refund(refundOf(bench, charge, 25_000n));
        expect(await ended(bench, refund)).toBe("SUCCESS");
        const closed = await open(bench);
        expect(await bench.gateway.voidCheckout(closed.checkoutId)).toEqual({ status: "CLOSED" });
      }
    }
    bench.vary("random", 1);
  },
  "no documented error of a lookup says anything about the money": async (bench: Bench) => {
    const { checkoutId } = await open(bench);
    for (const { status, body } of bench.documentedErrors("fetch")) {
      const stop = misbehave(bench, "fetch", { kind: "error", status, body }, TWICE);
      await unavailable(bench.gateway.fetchPayment(checkoutId));
      stop();
    }
  },
  "each documented error of a refund is a failure without a refund, or unknown": async (bench: Bench) => {
    const charge = await paid(bench);
    for (const { status, body } of bench.documentedErrors("refund")) {
      const stop = misbehave(bench, "refund", { kind: "error", status, body }, TWICE);
      const refund = await bench.gateway
        .refund(refundOf(bench, charge, 100n))
        .catch((error: unknown) => error);
      stop();
      if (refund instanceof GatewayUnavailable) continue;
      expect([status, body, refund]).toEqual([status, body, { gatewayRefundId: null, status: "FAILURE" }]);
      expect([status, body, [400, 422].includes(status)]).toEqual([status, body, true]);
    }
    expect(await bench.refundsOf(charge)).toEqual([]);
  },
  "each documented error of opening is a refusal or an outage": async (bench: Bench) => {
    for (const { status, body } of bench.documentedErrors("open")) {
      const stop = misbehave(bench, "open", { kind: "error", status, body }, TWICE);
      const failed = await bench.gateway.openCheckout(checkoutRequest({ currency: bench.currency }));
      stop();
      expect([status, failed.kind]).toEqual([status, "failed"]);
      if ([401, 403, 429, 500, 503].includes(status)) expect(failed).toMatchObject({ cause: "unavailable" });
    }
  },
} as const satisfies Record<string, (bench: Bench) => Promise<void>>;
export type CaseName = keyof typeof CASES;
/** Cases that do not apply, each with the reason in words: what the vendor or the adapter does not have. */
export type Lacks = Partial<Record<CaseName, string>>;
export const CASE_NAMES = Object.keys(CASES) as CaseName[];

function unknownCharge(bench: Bench): string {
  return { razorpay: "pay_0000000000000", stripe: "pi_0000000000000" }[bench.name] ?? "0000000000000000";
}
