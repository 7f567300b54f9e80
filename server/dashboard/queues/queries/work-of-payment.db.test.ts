import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { TransactionRecord } from "@/lib/contract/responses";
import type { WorkItemView } from "@/lib/queues/work-views";
import type { Ctx } from "../../context";
import { viewPayment } from "../../payments/queries/view-payment";
import { type Harness, startHarness } from "@/tools/testing/dashboard/harness";
import { returnManually } from "@/tools/testing/dashboard/manual-refund";
import { PAYMENT_OPS, paymentDetail } from "@/tools/testing/dashboard/payment-bodies";
import { requestPart } from "@/tools/testing/dashboard/refund-request";
import { respondToRefund, insertUnknownRefund } from "@/tools/testing/dashboard/unknown-refund";
import { target } from "@/tools/testing/dashboard/work";
import { assignWork } from "../commands/assign-work";
import { finishWork } from "../commands/finish-work";
import { stuckWithAssignees, withAssignees } from "./list-assignees";
import { presentWork, workOfPayment } from "./work-of-payment";
import { workOfRefund } from "./work-of-refund";

const GET = "/v1/ops/payments/get";
const MINUTE_MS = 60_000;

let harness: Harness;
let support: Ctx;
let ops: Ctx;
let finance: Ctx;

beforeAll(async () => {
  harness = await startHarness();
});
beforeEach(async () => {
  await harness.reset();
  [support, ops, finance] = await Promise.all([
    harness.ctxOf("support"),
    harness.ctxOf("ops"),
    harness.ctxOf("finance"),
  ]);
});
afterAll(() => harness.stop());

/** What the page of the payment shows. */
async function shown(
  ctx: Ctx,
  { transaction_id: id, ...record }: TransactionRecord,
): Promise<WorkItemView[]> {
  const target = { transactionId: id, reference: record.merchant_transaction_id };
  const [work, lookup] = await Promise.all([workOfPayment(ctx, id), viewPayment(ctx, target)]);
  return presentWork(ctx, work, lookup);
}

const conditionsOf = (items: readonly WorkItemView[]): string[] => items.map(({ condition }) => condition);

const requested = (payment: TransactionRecord) => requestPart(support, payment);

/** A refund of unknown outcome; with an id, one that is in progress. */
async function refunded(payment: TransactionRecord, refundId: string | null = null): Promise<string> {
  const { transaction_id: transactionId, merchant_transaction_id: reference } = payment;
  const id = await insertUnknownRefund(finance, { transactionId, reference });
  if (refundId !== null) await respondToRefund(finance, id, { status: "INITIATED", refundId });
  return id;
}

test("a payment has the open items about it and its refunds, oldest first, and none of another payment", async () => {
  const payment = harness.service.addPayment({ merchant_transaction_id: "ORD-1" });
  const other = harness.service.addPayment({ merchant_transaction_id: "ORD-2" });
  expect(await shown(finance, payment)).toEqual([]);
  await requested(payment);
  harness.clock.advance(MINUTE_MS);
  await returnManually(finance, payment, "10.00");
  harness.clock.advance(MINUTE_MS);
  const intentId = await refunded(payment);
  await refunded(other);
  const items = await shown(finance, payment);
  expect(conditionsOf(items)).toEqual(["request_open", "manual_refund_waiting", "refund_unknown"]);
  expect(items[2]).toMatchObject({ itemId: intentId, assignee: null, version: 0, mayWork: true });
  expect(conditionsOf(await shown(finance, other))).toEqual(["refund_unknown"]);
});

test("an item of a payment is assigned from its page as from the queue, and a done one is shown with its reason", async () => {
  const payment = harness.service.addPayment({ merchant_transaction_id: "ORD-1" });
  await refunded(payment);
  const [item] = (await shown(finance, payment)) as [WorkItemView];
  await assignWork(finance, { ...target(item), personId: finance.actor.userId });
  const [mine] = (await shown(finance, payment)) as [WorkItemView];
  expect(mine.assignee).toMatchObject({ isViewer: true });
  await finishWork(finance, { ...target(mine), reason: "called the bank" });
  expect(await shown(support, payment)).toMatchObject([
    { state: "done", reason: "called the bank", assignee: { isViewer: false }, mayWork: false },
  ]);
});

test("an item whose kind the viewer may not see is not on the page", async () => {
  const payment = harness.service.addPayment({ merchant_transaction_id: "ORD-1" });
  await returnManually(finance, payment, "10.00");
  await requested(payment);
  expect(conditionsOf(await shown(support, payment))).toEqual(["request_open"]);
});

test("a payment that is unpaid for long is an item of ops until it is paid, whether somebody has taken it or not", async () => {
  harness.service.ops = PAYMENT_OPS;
  const createdAt = new Date(harness.clock.now().getTime() - 31 * MINUTE_MS).toISOString();
  const payment: TransactionRecord = {
    ...harness.service.addPayment({ merchant_transaction_id: "ORD-1" }),
    transaction_status: "INITIATED",
    transaction_date_time: createdAt,
  };
  const responses = (record: TransactionRecord): void => {
    const body = JSON.stringify(paymentDetail(record));
    harness.service.always(GET, { kind: "answer", status: 200, body, effect: false });
  };
  responses({ ...payment, transaction_date_time: new Date(harness.clock.now().getTime()).toISOString() });
  expect(await shown(ops, payment)).toEqual([]);
  responses(payment);
  expect(await shown(support, payment)).toEqual([]);
  const [item] = (await shown(ops, payment)) as [WorkItemView];
  expect(item).toMatchObject({
    kind: "payment",
    condition: "payment_stuck",
    since: createdAt,
    version: 0,
    assignee: null,
  });
  const outcome = await assignWork(ops, { ...target(item), personId: ops.actor.userId });
  expect(outcome.kind).toBe("done");
  expect(await shown(ops, payment)).toEqual([outcome.kind === "done" ? outcome.item : null]);
  responses({ ...payment, transaction_status: "SUCCESS" });
  expect(await shown(ops, payment)).toEqual([]);
});

test("a refund has its own item, not that of another refund of its payment", async () => {
  const payment = harness.service.addPayment({ merchant_transaction_id: "ORD-1" });
  const intentId = await refunded(payment, "RFD-1");
  expect(await workOfRefund(support, "RFD-1")).toEqual([]);
  harness.clock.advance(48 * 60 * MINUTE_MS);
  await refunded(payment);
  expect(await workOfRefund(support, "RFD-1")).toMatchObject([
    { kind: "refund", itemId: intentId, condition: "refund_late", mayWork: false },
  ]);
  expect(await workOfRefund(support, "RFD-2")).toEqual([]);
});

test("a refund that failed has the request that it was to answer", async () => {
  const payment = harness.service.addPayment({ merchant_transaction_id: "ORD-1" });
  const requestId = await requested(payment);
  const intentId = await refunded(payment, "RFD-1");
  await harness.pool.query(
    "update refund_intents set refund_status = 'FAILURE', completed_at = requested_at where id = $1",
    [intentId],
  );
  await harness.pool.query(
    `update refund_requests set state = 'ACCEPTED', intent_id = $2, decided_by = $3, decided_at = requested_at where id = $1`,
    [requestId, intentId, finance.actor.userId],
  );
  expect(await workOfRefund(finance, "RFD-1")).toMatchObject([
    { kind: "request", itemId: requestId, condition: "request_not_made" },
  ]);
});

test("the rows of a list have who works on them: nobody for an open item, nothing for what needs nobody", async () => {
  const payment = harness.service.addPayment({ merchant_transaction_id: "ORD-1" });
  const other = harness.service.addPayment({ merchant_transaction_id: "ORD-2" });
  const taken = await refunded(payment);
  const open = await refunded(other);
  const [item] = (await shown(finance, payment)) as [WorkItemView];
  await assignWork(finance, { ...target(item), personId: finance.actor.userId });
  const rows = [taken, open, randomUUID()].map((id) => ({ id }));
  const listed = (ctx: Ctx) => withAssignees(ctx, "refund", rows, ({ id }) => id);
  const assignee = { personId: finance.actor.userId, name: "Test finance", isViewer: true };
  expect(await listed(finance)).toEqual([{ ...rows[0], assignee }, { ...rows[1], assignee: null }, rows[2]]);
  expect((await listed(support))[0]).toMatchObject({ assignee: { isViewer: false } });
});

test("stuck payments have who works on them once they are in the queue, and only for those who see it", async () => {
  const now = harness.clock.now().getTime();
  const row = (transactionId: string, minutes: number) => ({
    transactionId,
    createdAt: new Date(now - minutes * MINUTE_MS).toISOString(),
  });
  const rows = [row("TXN-1", 40), row("TXN-2", 20)];
  expect(await stuckWithAssignees(ops, rows)).toEqual([{ ...rows[0], assignee: null }, rows[1]]);
  expect(await stuckWithAssignees(support, rows)).toBeNull();
});
