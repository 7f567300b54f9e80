import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { inTransaction } from "@/server/platform/transaction";
import type { Refund } from "../../domain/refunds/refund";
import { dueRefunds } from "../../store/refunds/due-refunds";
import { findRefund } from "../../store/refunds/refunds";
import { useServiceWithoutWorker } from "@/tools/testing/routing/service-without-worker";
import { scriptSimulator } from "@/tools/testing/routing/simulator-script";
import { advanceRefund } from "./advance-refund";
import { recordChangedEnd } from "./changed-end";
import { applyGatewayRefund } from "./apply-gateway-refund";

const SANDBOX = 1;
const PAID = { gatewayRefundId: "gw_1", status: "SUCCESS" } as const;

const byHand = useServiceWithoutWorker({ refundMs: 600_000 });

async function accepted(paymentId: string, amount: string): Promise<string> {
  const reply = await byHand.service.merchant.refund(paymentId, amount);
  expect(reply.status).toBe(201);
  return (reply.json as { refund_id: string }).refund_id;
}
async function current(id: string): Promise<Refund> {
  const found = await findRefund(byHand.deps.pool, SANDBOX, id);
  if (found === null) throw new Error(`${id} is missing`);
  return found;
}
const advance = (refundId: string): Promise<void> =>
  advanceRefund(byHand.deps, { merchantId: SANDBOX, refundId });
/** Sent, then failed at its gateway, so its amount is back in the balance. */
async function failed(paymentId: string, amount: string): Promise<Refund> {
  const id = await accepted(paymentId, amount);
  await advance(id);
  const { gatewayRefundId } = await current(id);
  if (gatewayRefundId === null) throw new Error("it was not sent");
  await inTransaction(byHand.deps.pool, (db) =>
    applyGatewayRefund(byHand.deps, db, { merchantId: SANDBOX, id }, { gatewayRefundId, status: "FAILURE" }),
  );
  return current(id);
}
const sentToGateway = async (id: string): Promise<number | null> =>
  (
    await byHand.service.db.query("select from simulator.refunds where idempotency_key = $1", [
      `${SANDBOX}:${id}`,
    ])
  ).rowCount;
async function eventsOf(paymentId: string): Promise<unknown[]> {
  const { rows } = await byHand.service.db.query<{ detail: unknown }>(
    "select detail from payment_events where payment_id = $1 and kind = 'refund_not_sent' order by id",
    [paymentId],
  );
  return rows.map(({ detail }) => detail);
}
const balanceOf = async (paymentId: string): Promise<unknown> =>
  (await byHand.service.merchant.ops("POST", "/v1/ops/refunds/balance", { transaction_id: paymentId })).json;

test("a refund that was not sent fails without a call when an earlier one was paid late and both exceed the payment", async () => {
  const { transaction_id: paymentId } = await byHand.service.merchant.payment();
  const first = await failed(paymentId, "300.00");
  const second = await accepted(paymentId, "500.00");
  await recordChangedEnd(byHand.deps, first, PAID);

  await advance(second);
  await advance(second);
  expect(await current(second)).toMatchObject({
    status: "FAILURE",
    gatewayRefundId: null,
    completedAt: expect.any(Date) as Date,
  });
  expect(await sentToGateway(second)).toBe(0);
  expect(await eventsOf(paymentId)).toEqual([{ refund_id: second, refund_amount: "500.00" }]);
  expect(await balanceOf(paymentId)).toMatchObject({
    refunded_amount: "300.00",
    in_progress_amount: "0.00",
    remaining_amount: "200.00",
  });
});

test("a refund that still fits is sent, also beside others that do not fit and were not sent", async () => {
  const { transaction_id: paymentId } = await byHand.service.merchant.payment();
  const first = await failed(paymentId, "300.00");
  const tooMuch = await accepted(paymentId, "300.00");
  const exact = await accepted(paymentId, "200.00");
  await recordChangedEnd(byHand.deps, first, PAID);

  await advance(exact);
  await advance(tooMuch);
  expect(await current(exact)).toMatchObject({ status: "PROCESSING", isUnsent: false });
  expect(await current(tooMuch)).toMatchObject({ status: "FAILURE" });
  expect(await eventsOf(paymentId)).toEqual([{ refund_id: tooMuch, refund_amount: "300.00" }]);
});

test("of two refunds that are sent at once and do not fit together, one is sent", async () => {
  const { transaction_id: paymentId } = await byHand.service.merchant.payment();
  const first = await failed(paymentId, "200.00");
  const ids = [await accepted(paymentId, "250.00"), await accepted(paymentId, "250.00")];
  await recordChangedEnd(byHand.deps, first, PAID);

  await Promise.all(ids.map(advance));
  const ends = await Promise.all(ids.map(current));
  expect(ends.map(({ status }) => status).sort()).toEqual(["FAILURE", "PROCESSING"]);
  const sent = await Promise.all(ids.map(sentToGateway));
  expect(sent.sort()).toEqual([0, 1]);
});

test("a refund whose call has no known outcome is sent again, and never called failed for the balance", async () => {
  const { transaction_id: paymentId } = await byHand.service.merchant.payment();
  const first = await failed(paymentId, "300.00");
  const second = await accepted(paymentId, "500.00");
  await scriptSimulator(byHand.service.db, "refund", "lose_response", { about: second });
  await advance(second);
  expect(await current(second)).toMatchObject({
    status: "INITIATED",
    isUnsent: false,
    gatewayRefundId: null,
  });
  await recordChangedEnd(byHand.deps, first, PAID);

  await advance(second);
  expect(await current(second)).toMatchObject({ status: "PROCESSING" });
  expect(await eventsOf(paymentId)).toEqual([]);
});

test("a refund that may have been sent is not called failed either", async () => {
  const { transaction_id: paymentId } = await byHand.service.merchant.payment();
  const first = await failed(paymentId, "300.00");
  const second = await accepted(paymentId, "500.00");
  await byHand.service.db.query("update refunds set is_unsent = default where id = $1", [second]);
  await recordChangedEnd(byHand.deps, first, PAID);
  await advance(second);
  expect(await current(second)).toMatchObject({ status: "PROCESSING" });
});

test("a new refund is sent before a later notification about another one is looked up", async () => {
  const { pool } = byHand.deps;
  const { transaction_id: paymentId } = await byHand.service.merchant.payment();
  const ended = await failed(paymentId, "1.00");
  const id = await accepted(paymentId, "2.00");
  await dueRefunds.ask(pool, ended);
  const [taken] = await dueRefunds.take(pool, randomUUID(), ["simulator"], { most: 1, ofLane: () => 1 });
  expect(taken?.id).toBe(id);
});
