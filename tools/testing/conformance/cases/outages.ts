import { expect } from "vitest";
import { checkoutRequest } from "../../routing/checkout-request";
import type { VendorFault } from "../../routing/vendor-server";
import { type Bench, type Operation, OPERATIONS } from "../bench";
import { open, paid, refundOf, ended, misbehave, unavailable } from "./steps";

/** Every operation meets the fault, and none of them takes it for a response about the money. */
async function isNoResponse(bench: Bench, fault: VendorFault, gateway = bench.gateway): Promise<void> {
  const { checkoutId } = await open(bench);
  const charge = await paid(bench);
  const sent = await bench.gateway.refund(refundOf(bench, charge, 100n));
  const failed: unknown[] = [];
  const calls: Record<Operation, () => Promise<unknown>> = {
    async open() {
      const failure = await gateway.openCheckout(checkoutRequest({ currency: bench.currency }));
      expect(failure).toMatchObject({ kind: "failed", cause: "unavailable" });
      failed.push(failure);
    },
    fetch: () => unavailable(gateway.fetchPayment(checkoutId, "take")),
    void: () => unavailable(gateway.voidCheckout(checkoutId)),
    refund: () => unavailable(gateway.refund(refundOf(bench, charge, 100n))),
    fetchRefund: () => unavailable(gateway.fetchRefund(sent.gatewayRefundId ?? "")),
  };
  for (const operation of OPERATIONS) {
    if (operation === "fetchRefund" && bench.lacks["a refund that the vendor does not have is unknown"])
      continue;
    const stop = misbehave(bench, operation, fault);
    await calls[operation]();
    stop();
  }
  expect(JSON.stringify(failed)).not.toContain("ravi");
}

/** What is no response of the vendor, and so says nothing about the money. */
export const OUTAGE_CASES = {
  "wrong credentials are an outage, and are not repeated": async (bench: Bench) => {
    const { checkoutId } = await open(bench);
    const charge = await paid(bench);
    const stranger = bench.stranger();
    const failed = await stranger.openCheckout(checkoutRequest({ currency: bench.currency }));
    expect(failed).toMatchObject({ kind: "failed", cause: "unavailable" });
    expect(JSON.stringify(failed)).not.toContain("of_nobody");
    await unavailable(stranger.fetchPayment(checkoutId, "take"));
    await unavailable(stranger.voidCheckout(checkoutId));
    await unavailable(stranger.refund(refundOf(bench, charge, 100n)));
  },
  "credentials that were revoked are an outage": (bench: Bench) => isNoResponse(bench, bench.error(403)),
  "an address where nothing listens is an outage": async (bench: Bench) => {
    const gateway = bench.unreachable();
    expect(await gateway.openCheckout(checkoutRequest({ currency: bench.currency }))).toMatchObject({
      cause: "unavailable",
    });
    await unavailable(gateway.refund(refundOf(bench, "charge1", 100n)));
  },
  "a vendor that never answers is unavailable": (bench: Bench) =>
    isNoResponse(bench, { kind: "hang" }, bench.impatient),
  "a vendor that trickles its answer is unavailable": (bench: Bench) =>
    isNoResponse(bench, { kind: "trickle" }, bench.impatient),
  "a vendor that cuts its answer off is unavailable": (bench: Bench) => isNoResponse(bench, { kind: "cut" }),
  "a proxy's page is no answer": (bench: Bench) => isNoResponse(bench, { kind: "garbage" }),
  "JSON of another system is no answer": (bench: Bench) => isNoResponse(bench, { kind: "foreign_json" }),
  "a request that is in progress elsewhere is no refusal": (bench: Bench) =>
    isNoResponse(bench, bench.error(409)),
  "a rate limit is no refusal": (bench: Bench) => isNoResponse(bench, bench.error(429)),
  "a failure of the vendor's is no refusal": (bench: Bench) => isNoResponse(bench, bench.error(500)),
  "a vendor that is down is no refusal": (bench: Bench) => isNoResponse(bench, bench.error(503)),
  "a redirect is not followed": (bench: Bench) => isNoResponse(bench, bench.error(302)),
  "a proxy's 404 page is no refusal of a refund": async (bench: Bench) => {
    const charge = await paid(bench);
    misbehave(bench, "refund", { kind: "error", status: 404, body: ["Not found"] });
    const refund = refundOf(bench, charge, 100n);
    await unavailable(bench.gateway.refund(refund));
    expect(await ended(bench, await bench.gateway.refund(refund))).toBe("SUCCESS");
  },
} as const satisfies Record<string, (bench: Bench) => Promise<void>>;
