import { systemClock } from "@/server/platform/clock";
import { expect } from "vitest";
import { checkoutRequest } from "../../routing/checkout-request";
import type { VendorFault } from "../../routing/vendor-server";
import {
  type CheckoutRequest,
  type GatewayRefund,
  type GatewayRefundRequest,
  GatewayUnavailable,
} from "@/server/routing/gateway/port";
import type { Bench, Operation } from "../bench";

/** What a payment of a case is for, in paise. */
export const FULL = 100_000n;

let made = 0;

/** A payment of the bench's currency, opened at the gateway. */
export async function open(
  bench: Bench,
  fields: Partial<CheckoutRequest> = {},
): Promise<{ request: CheckoutRequest; checkoutId: string; redirectUrl: string | null }> {
  const request = checkoutRequest({ currency: bench.currency, amountPaise: FULL, ...fields });
  const opened = await bench.gateway.openCheckout(request);
  if (opened.kind !== "opened") throw new Error(opened.message);
  return { request, checkoutId: opened.checkoutId, redirectUrl: opened.redirectUrl };
}

export async function paid(bench: Bench, fields: Partial<CheckoutRequest> = {}): Promise<string> {
  const { checkoutId } = await open(bench, fields);
  const charge = await bench.pay(checkoutId);
  await bench.hear();
  return charge;
}

export function refundOf(
  bench: Bench,
  charge: string,
  amountPaise: bigint,
  fields: Partial<GatewayRefundRequest> = {},
): GatewayRefundRequest {
  made += 1;
  return {
    idempotencyKey: `7:RFD${made}`,
    requestedAt: systemClock.now(),
    gatewayTransactionId: charge,
    amountPaise,
    currency: bench.currency,
    ...fields,
  };
}

/** The final status of a refund: what the gateway says once the vendor has ended it. */
export async function ended(bench: Bench, refund: GatewayRefund): Promise<string> {
  if (refund.gatewayRefundId === null) return refund.status;
  if (refund.status === "PENDING") await bench.endRefund(refund.gatewayRefundId, "SUCCESS");
  await bench.hear();
  return (await bench.gateway.fetchRefund(refund.gatewayRefundId)).status;
}

export function misbehave(bench: Bench, operation: Operation, fault: VendorFault, times = 1): () => void {
  const call = bench.calls?.[operation];
  if (bench.server === null || call === undefined) throw new Error(`${bench.name} makes no calls`);
  return bench.server.misbehave(call.method, call.path, fault, times);
}

export const unavailable = async (call: Promise<unknown>): Promise<void> => {
  await expect(call).rejects.toBeInstanceOf(GatewayUnavailable);
};

export const requestsOf = (bench: Bench): number => bench.server?.requests.length ?? 0;
