import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { requestRefund } from "@/server/dashboard/refunds/commands/request-refund";
import { type Harness, startHarness } from "@/server/dashboard/testing/harness";
import { composed } from "@/server/dashboard/testing/composed-role";
import { refundInput } from "@/server/dashboard/testing/refund-input";
import { addSecondAccount, type SecondAccount } from "@/server/dashboard/testing/second-account";
import type { Ctx } from "@/server/dashboard/context";
import { ALL_QUEUES } from "@/lib/all-accounts/views";
import type { PaymentItem } from "@/lib/contract/ops/payments";
import { listedPayment } from "@/server/dashboard/testing/listed-payment";
import { PAYMENT_OPS } from "@/server/dashboard/testing/payment-bodies";
import { overviewSpan } from "@/server/dashboard/overview/domain/overview-span";
import { findPaymentsOf } from "./find-payments";
import { readFigures } from "./read-figures";
import { readQueue } from "./read-queue";
import { readOf } from "./reading";

let harness: Harness;
let second: SecondAccount;
let here: Ctx;
let there: Ctx;

beforeAll(async () => {
  harness = await startHarness();
  second = await addSecondAccount(harness);
  here = await harness.ctxOf("finance");
  there = await second.ctxOf("support", here.actor);
});
beforeEach(() => {
  harness.service.always(null);
  second.service.always(null);
});
afterAll(async () => {
  await second.stop();
  await harness.stop();
});

const figuresOf = (ctx: Ctx) => readFigures(ctx, overviewSpan("7d", ctx.clock.now(), "UTC"), "UTC");

test("an unknown outcome of one account is counted and listed there, and nowhere else", async () => {
  const payment = second.service.addPayment({ merchant_transaction_id: "ORD-X" });
  second.service.next("refund_initiate", { kind: "drop", when: "after" });
  const finance = await second.ctxOf("finance");
  expect(await requestRefund(finance, refundInput(payment, { amount: "10.00" }))).toMatchObject({
    kind: "unknown",
  });
  const [ours, theirs] = [await figuresOf(here), await figuresOf(there)];
  expect(ours.unknownOutcomes).toEqual({ kind: "read", value: 0 });
  expect(theirs.unknownOutcomes).toEqual({ kind: "read", value: 1 });
  expect(await readQueue(here, "unknown")).toEqual({
    kind: "read",
    value: { entries: [], hasMore: false, gap: null },
  });
  const queue = await readQueue(there, "unknown");
  expect(queue).toMatchObject({
    value: { entries: [{ reference: "ORD-X", money: [{ amount: "10.00", currency: "INR" }] }] },
  });
});

test("a stuck payment is in the queue of ops of its account; one that the service does not list is said to be missing", async () => {
  const ops = await second.ctxOf("ops");
  const service = second.service.ops;
  second.service.ops = PAYMENT_OPS;
  const stuck = listedPayment({
    merchant_transaction_id: "ORD-STUCK",
    transaction_status: "INITIATED",
    transaction_date_time: new Date(ops.clock.now().getTime() - 3_600_000).toISOString(),
  });
  const lists = (status: number, payments: readonly PaymentItem[]): void => {
    const body = JSON.stringify({ payments, next_cursor: null });
    second.service.always("/v1/ops/payments/search", { kind: "answer", status, body, effect: false });
  };
  lists(200, [stuck]);
  await ops.routing.capabilities({ isFresh: true });
  expect(await readQueue(ops, "ops")).toMatchObject({
    kind: "read",
    value: { entries: [{ reference: "ORD-STUCK", condition: "payment_stuck" }], gap: null },
  });
  lists(502, []);
  expect(await readQueue(ops, "ops")).toMatchObject({ kind: "read", value: { entries: [], gap: "failed" } });
  second.service.ops = service;
  await ops.routing.capabilities({ isFresh: true });
  expect(await readQueue(ops, "ops")).toMatchObject({ kind: "read", value: { gap: "not_offered" } });
  expect((await readQueue(there, "ops")).kind).toBe("forbidden");
});

test("the role in each account decides, and a look at all of them is no refusal in an audit log", async () => {
  const [ours, theirs] = [await figuresOf(here), await figuresOf(there)];
  expect([ours.approvals.kind, theirs.approvals.kind]).toEqual(["read", "forbidden"]);
  expect([ours.requests.kind, theirs.requests.kind]).toEqual(["read", "forbidden"]);
  expect((await readQueue(there, "approvals")).kind).toBe("forbidden");
  expect((await readQueue(here, "requests")).kind).toBe("read");
  for (const { pool } of [here, there]) {
    const { rows } = await pool.query("select 1 from audit_log where action = 'forbidden'");
    expect(rows).toEqual([]);
  }
});

test("nor is that of somebody with a composed role, who sees the queue that they may not see as forbidden", async () => {
  const role = composed(["approve_refund", "refund_payment", "view_overview"]);
  const blind = await second.ctxOf("support", (await harness.ctxOf("support")).actor);
  const ctx = { ...blind, actor: { ...blind.actor, role } };
  await figuresOf(ctx);
  for (const queue of ALL_QUEUES) expect((await readQueue(ctx, queue)).kind).toBe("forbidden");
  const { rows } = await ctx.pool.query("select subject_kind from audit_log where action = 'forbidden'");
  expect(rows).toEqual([]);
});

test("a reference that two accounts have is found in each with its own payment", async () => {
  const one = harness.service.addPayment({ merchant_transaction_id: "ORD-BOTH", transaction_amount: "1.00" });
  const two = second.service.addPayment({ merchant_transaction_id: "ORD-BOTH", transaction_amount: "2.00" });
  const found = [await findPaymentsOf(here, "ORD-BOTH"), await findPaymentsOf(there, "ORD-BOTH")];
  expect(found).toMatchObject([
    { kind: "read", value: [{ transactionId: one.transaction_id, amount: "1.00" }] },
    { kind: "read", value: [{ transactionId: two.transaction_id, amount: "2.00" }] },
  ]);
  expect(await findPaymentsOf(there, "ORD-NOBODY")).toEqual({ kind: "read", value: [] });
});

test("an account whose service is down or slow says so, and the others are as before", async () => {
  second.service.always("transaction_status", { kind: "drop", when: "before" });
  expect(await findPaymentsOf(there, "ORD-BOTH")).toEqual({ kind: "failed" });
  expect(await findPaymentsOf(here, "ORD-BOTH")).toMatchObject({ kind: "read" });
  const never = () => new Promise<never>(() => undefined);
  expect(await readOf(there, "view_payments", never, 20)).toEqual({ kind: "late" });
  const broken = () => Promise.reject(new Error("the database has gone"));
  expect(await readOf(there, "view_payments", broken)).toEqual({ kind: "failed" });
  expect(await readOf(there, "refund_payment", broken)).toEqual({ kind: "forbidden" });
});
