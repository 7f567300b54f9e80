import { expect, test } from "vitest";
import { REFUND_WEBHOOK_EVENTS } from "@/lib/contract/webhook-constants";
import { addReversal } from "@/tools/testing/routing/add-reversal";
import { useServiceWithoutWorker } from "@/tools/testing/routing/service-without-worker";
import { ops } from "@/tools/testing/routing/webhook-ops";
import { type GatewayRefund, RefundRefusedForNow, requireGateway } from "../../gateway/port";
import { reversalId } from "../../domain/refunds/refund";
import { oldestOpenRefunds, openRefunds } from "../../store/backlog";
import { reportCharge } from "../payments/report-charge";
import { advanceRefund } from "./advance-refund";

const SANDBOX = 1;
const byHand = useServiceWithoutWorker();

type Reversal = Parameters<typeof advanceRefund>[1];
/** What the gateway is asked; it answers as told. */
async function advance(
  reversal: Reversal,
  answer: () => Promise<GatewayRefund>,
): Promise<string | undefined> {
  let key: string | undefined;
  const gateway = {
    ...requireGateway(byHand.deps.gateways, "simulator"),
    refund: (request: { idempotencyKey: string }) => {
      key = request.idempotencyKey;
      return answer();
    },
    fetchRefund: answer,
  };
  await advanceRefund({ ...byHand.deps, gateways: new Map([["simulator", gateway]]) }, reversal);
  return key;
}
const reported = (status: "PENDING" | "SUCCESS" | "FAILURE") => () =>
  Promise.resolve({ gatewayRefundId: "gw_1", status });

async function eventsOf(paymentId: string): Promise<unknown[]> {
  const { rows } = await byHand.deps.pool.query<{ kind: string; detail: unknown }>(
    "select kind, detail from payment_events where payment_id = $1 and kind like 'reversal%' order by id",
    [paymentId],
  );
  return rows;
}
async function toldOf(paymentId: string): Promise<unknown> {
  const search = { transaction_id: paymentId };
  const { json } = await byHand.service.merchant.ops("POST", "/v1/ops/reversals/search", search);
  return (json as { reversals: object[] }).reversals[0];
}

test("what the gateway says of a reversal that it refuses, for now and then for good, is kept and told", async () => {
  const { transaction_id: paymentId } = await byHand.service.merchant.payment();
  const reversal = await addReversal(byHand.service.db, paymentId);

  const poor = { code: "sim_insufficient_balance", message: "Ask ravi@example.com for money." };
  await advance(reversal, () => Promise.reject(new RefundRefusedForNow("refused", poor)));
  expect(await toldOf(paymentId)).toMatchObject({
    reversal_status: "INITIATED",
    failure: { reason: "insufficient_balance", message: "Ask ••• for money." },
  });
  const closed = { code: "sim_account_closed", message: "The account is closed." };
  await advance(reversal, () =>
    Promise.resolve({ gatewayRefundId: null, status: "FAILURE", failure: closed }),
  );
  expect(await toldOf(paymentId)).toMatchObject({
    reversal_status: "FAILURE",
    failure: { reason: "account_closed", ...closed },
  });
  expect(await eventsOf(paymentId)).toEqual([
    { kind: "reversal_failed", detail: { gateway_transaction_id: "simpay_late" } },
  ]);
});

test("the final status of a reversal follows its gateway in both directions, and each change is recorded once", async () => {
  const { transaction_id: paymentId } = await byHand.service.merchant.payment();
  const reversal = await addReversal(byHand.service.db, paymentId);
  for (const status of ["SUCCESS", "FAILURE", "FAILURE", "PENDING", "SUCCESS", "SUCCESS"] as const)
    await advance(reversal, reported(status));
  expect(await toldOf(paymentId)).toMatchObject({ reversal_status: "SUCCESS", failure: null });
  const detail = { gateway_transaction_id: "simpay_late" };
  expect(await eventsOf(paymentId)).toEqual([
    { kind: "reversal_failed_late", detail },
    { kind: "reversal_succeeded_late", detail },
  ]);
});

test("the reversal of a second charge is no refund of the payment: not in its list, status, sums, metrics or webhooks", async () => {
  const { merchant } = byHand.service;
  await ops(merchant, "webhooks.create", {
    url: "https://shop.example/refunds",
    events: [...REFUND_WEBHOOK_EVENTS],
  });
  const { transaction_id: paymentId } = await merchant.payment();
  const second = {
    status: "SUCCESS",
    gatewayTransactionId: "simpay_second",
    amountPaise: 50_000n,
    currency: "INR",
  } as const;
  for (let times = 0; times < 2; times += 1)
    expect((await reportCharge(byHand.deps, SANDBOX, paymentId, second)).kind).toBe("reversing");
  const refundId = reversalId(paymentId, "simpay_second");

  for (const status of ["PENDING", "FAILURE", "SUCCESS"] as const) {
    const key = await advance({ merchantId: SANDBOX, refundId }, reported(status));
    if (status === "PENDING") expect(key).toBe(`${SANDBOX}:${paymentId}:simpay_second`);
    const search = { transaction_id: paymentId };
    expect(await toldOf(paymentId)).toMatchObject({ gateway_transaction_id: "simpay_second" });
    const list = await merchant.ops("POST", "/v1/ops/refunds/search", search);
    expect(list.json).toMatchObject({ refunds: [] });
    expect((await merchant.refundStatus(refundId)).status).toBe(404);
    const sums = { refunded_amount: "0.00", in_progress_amount: "0.00", remaining_amount: "500.00" };
    const detail = await merchant.ops("POST", "/v1/ops/payments/get", search);
    expect(detail.json).toMatchObject({ balance: sums, refunds: [], reversals: [{}] });
    const paid = await merchant.ops("POST", "/v1/ops/payments/search", { ...search, money_state: ["paid"] });
    expect(paid.json).toMatchObject({ payments: [sums] });
    for (const measure of [openRefunds, oldestOpenRefunds])
      expect(await measure(byHand.deps.pool, new Date())).toEqual([]);
  }
  const { json } = await merchant.refund(paymentId, "500.00");
  const refund = { merchantId: SANDBOX, refundId: (json as { refund_id: string }).refund_id };
  expect(await advance(refund, reported("PENDING"))).toBe(`${SANDBOX}:${refund.refundId}`);
  const { rowCount } = await byHand.deps.pool.query(
    "select from webhook_deliveries where event like 'refund.%'",
  );
  expect(rowCount).toBe(0);
});

test("the database has no reversal without its charge or under another id, and no refund under such an id", async () => {
  const { transaction_id: paymentId } = await byHand.service.merchant.payment();
  const { refundId } = await addReversal(byHand.service.db, paymentId);
  for (const change of ["charge = null", "charge = 'simpay_other'", "kind = 'refund'", "id = 'RFD1'"])
    await expect(
      byHand.service.db.query(`update refunds set ${change} where id = $1`, [refundId]),
      change,
    ).rejects.toThrow("check constraint");
  await expect(
    byHand.service.db.query("update refunds set kind = 'refund', charge = null where id = $1", [refundId]),
  ).rejects.toThrow("check constraint");
});
