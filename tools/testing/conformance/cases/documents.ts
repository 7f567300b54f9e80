import { expect } from "vitest";
import { checkoutRequest } from "../../routing/checkout-request";
import { VARIETIES } from "../../routing/documents/generate";
import { GatewayUnavailable } from "@/server/routing/gateway/port";
import type { Bench } from "../bench";
import { FULL, open, paid, refundOf, ended, misbehave, unavailable } from "./steps";

/** A call that is refused for its credentials may be repeated once with new ones. */
const TWICE = 2;

/** What the vendor's own document allows. */
export const DOCUMENT_CASES = {
  "answers as varied as the document allows are read": async (bench: Bench) => {
    for (const variety of VARIETIES) {
      for (let seed = 100; seed < 500; seed += 100) {
        bench.vary(variety, seed);
        const { checkoutId } = await open(bench);
        expect(await bench.gateway.fetchPayment(checkoutId, "take")).toEqual({ status: "OPEN" });
        const charge = await bench.pay(checkoutId);
        await bench.hear();
        expect(await bench.gateway.fetchPayment(checkoutId, "take")).toMatchObject({
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
      await unavailable(bench.gateway.fetchPayment(checkoutId, "take"));
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
      expect([status, body, refund]).toMatchObject([
        status,
        body,
        { gatewayRefundId: null, status: "FAILURE" },
      ]);
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
