import { expect, test } from "vitest";
import type { OpsRefund } from "@/lib/contract/responses";
import { type GatewayRefund, RefundRefusedForNow, requireGateway } from "../../gateway/port";
import { useServiceWithoutWorker } from "@/tools/testing/routing/service-without-worker";
import type { Deps } from "../deps";
import { advanceRefund } from "./advance-refund";

const SANDBOX = 1;
const byHand = useServiceWithoutWorker({ refundMs: 0 });

async function requested(amount: string): Promise<{ refundId: string; paymentId: string }> {
  const payment = await byHand.service.merchant.payment({ transaction_amount: "500.00" });
  const { json } = await byHand.service.merchant.refund(payment.transaction_id, amount);
  return { refundId: (json as { refund_id: string }).refund_id, paymentId: payment.transaction_id };
}
async function ofOps(paymentId: string): Promise<OpsRefund | undefined> {
  const { json } = await byHand.service.merchant.ops("POST", "/v1/ops/refunds/search", {
    transaction_id: paymentId,
  });
  return (json as { refunds: OpsRefund[] }).refunds[0];
}
const advance = (refundId: string, deps: Deps = byHand.deps) =>
  advanceRefund(deps, { merchantId: SANDBOX, refundId });

test.each([
  ["1.91", "window_over", "sim_window_over"],
  ["2.91", "disputed", "sim_disputed"],
  ["3.91", "account_closed", "sim_account_closed"],
  ["20.91", "insufficient_balance", "sim_insufficient_balance"],
])("a refund of %s fails at the simulator, and the extension says why: %s", async (amount, reason, code) => {
  const { refundId, paymentId } = await requested(amount);
  await advance(refundId);
  await advance(refundId);
  const message = expect.stringContaining("simulated") as string;
  expect(await ofOps(paymentId)).toMatchObject({
    refund_status: "FAILURE",
    failure: { reason, code, message },
  });
  const detail = await byHand.service.merchant.ops("POST", "/v1/ops/payments/get", {
    transaction_id: paymentId,
  });
  expect(detail.json).toMatchObject({ refunds: [{ failure: { reason } }] });
  // The specified endpoint keeps its fields.
  expect((await byHand.service.merchant.refundStatus(refundId)).json).not.toHaveProperty("failure");
});

test("a refund that its gateway refuses for now says why it waits, until it is accepted", async () => {
  const { refundId, paymentId } = await requested("1.00");
  const simulator = requireGateway(byHand.deps.gateways, "simulator");
  const failure = { code: "sim_insufficient_balance", message: "Ask ravi@example.com for money." };
  const refusing = (refund: () => Promise<GatewayRefund>): Deps => ({
    ...byHand.deps,
    gateways: new Map([["simulator", { ...simulator, refund }]]),
  });
  await advance(
    refundId,
    refusing(() => Promise.reject(new RefundRefusedForNow("refused", failure))),
  );
  expect(await ofOps(paymentId)).toMatchObject({
    refund_status: "INITIATED",
    failure: { reason: "insufficient_balance", message: "Ask ••• for money." },
  });
  await advance(refundId);
  expect(await ofOps(paymentId)).toMatchObject({ refund_status: "SUCCESS", failure: null });
});

test("a refund that is refused for good without a word is refused, and one that failed without a word is unknown", async () => {
  const simulator = requireGateway(byHand.deps.gateways, "simulator");
  for (const [gatewayRefundId, reason] of [
    [null, "refused"],
    ["gw_1", "unknown"],
  ] as const) {
    const { refundId, paymentId } = await requested("1.00");
    const refund = (): Promise<GatewayRefund> => Promise.resolve({ gatewayRefundId, status: "FAILURE" });
    await advance(refundId, { ...byHand.deps, gateways: new Map([["simulator", { ...simulator, refund }]]) });
    expect(await ofOps(paymentId)).toMatchObject({
      refund_status: "FAILURE",
      failure: { reason, code: null, message: null },
    });
  }
});
