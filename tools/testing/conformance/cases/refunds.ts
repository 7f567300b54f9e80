import { expect } from "vitest";
import type { VendorFault } from "../../routing/vendor-server";
import type { Bench } from "../bench";
import { FULL, paid, refundOf, ended, misbehave, unavailable, requestsOf } from "./steps";

/** The vendor made the refund, and its response never arrived. */
async function survivesLostResponse(bench: Bench, fault: VendorFault, times: number) {
  const charge = await paid(bench);
  const refund = refundOf(bench, charge, FULL);
  const stop = misbehave(bench, "refund", fault, times);
  await unavailable(bench.impatient.refund(refund));
  stop();
  await bench.hear();
  bench.forgetKeys();
  expect(await ended(bench, await bench.gateway.refund(refund))).toBe("SUCCESS");
  expect(await bench.refundsOf(charge)).toEqual([FULL]);
}

/** Refunds. */
export const REFUND_CASES = {
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
    expect(await bench.gateway.fetchRefund(id)).toMatchObject({ gatewayRefundId: id, status: "FAILURE" });
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
    expect(refused).toMatchObject({ gatewayRefundId: null, status: "FAILURE" });
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
    // The second response may be later, and the refund have ended meanwhile.
    expect(both[0]?.gatewayRefundId).toBe(both[1]?.gatewayRefundId);
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
  "a refund that was sent is found without sending it, and one that was not is none": async (
    bench: Bench,
  ) => {
    const charge = await paid(bench);
    const refund = refundOf(bench, charge, 25_000n);
    expect(await bench.gateway.findSentRefund(refund)).toBeNull();
    const sent = await bench.gateway.refund(refund);
    await ended(bench, sent);
    expect(await bench.gateway.findSentRefund(refund)).toEqual({ ...sent, status: "SUCCESS" });
    expect(await bench.gateway.findSentRefund(refundOf(bench, charge, 25_000n))).toBeNull();
    expect(await bench.refundsOf(charge)).toEqual([25_000n]);
  },
  "two refunds of one charge and amount are two": async (bench: Bench) => {
    const charge = await paid(bench);
    await bench.gateway.refund(refundOf(bench, charge, 25_000n));
    await bench.gateway.refund(refundOf(bench, charge, 25_000n));
    expect(await bench.refundsOf(charge)).toEqual([25_000n, 25_000n]);
  },
  "a refund whose answer never comes is unknown, and made once": (bench: Bench) =>
    survivesLostResponse(bench, { kind: "hang_after_effect" }, 1),
  "a refund whose connection closes is unknown, and made once": (bench: Bench) =>
    survivesLostResponse(bench, { kind: "lose_response" }, 2),
  "a refund whose answer is cut off is unknown, and made once": (bench: Bench) =>
    survivesLostResponse(bench, { kind: "cut" }, 1),
  "a refund that the vendor refuses for good is a failure without an id": async (bench: Bench) => {
    const charge = await paid(bench);
    misbehave(bench, "refund", bench.refusal("refund"));
    expect(await bench.gateway.refund(refundOf(bench, charge, 25_000n))).toMatchObject({
      gatewayRefundId: null,
      status: "FAILURE",
      // What the vendor said is kept, and its text is cleaned where it is stored.
      ...(bench.gateway.isTest ? {} : { failure: expect.anything() as object }),
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
} as const satisfies Record<string, (bench: Bench) => Promise<void>>;

function unknownCharge(bench: Bench): string {
  return { razorpay: "pay_0000000000000", stripe: "pi_0000000000000" }[bench.name] ?? "0000000000000000";
}
