import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { requestRefund } from "@/server/dashboard/refunds/commands/request-refund";
import { type Harness, startHarness } from "@/tools/testing/dashboard/harness";
import { composed } from "@/tools/testing/dashboard/composed-role";
import { refundInput } from "@/tools/testing/dashboard/refund-input";
import { addSecondAccount, type SecondAccount } from "@/tools/testing/dashboard/second-account";
import type { Ctx } from "@/server/dashboard/context";
import { ALL_QUEUES } from "@/lib/all-accounts/views";
import type { PaymentItem } from "@/lib/contract/ops/payments";
import { listedPayment } from "@/tools/testing/dashboard/listed-payment";
import { PAYMENT_OPS } from "@/tools/testing/dashboard/payment-bodies";
import { overviewSpan } from "@/server/dashboard/overview/domain/overview-span";
import { findLinesOf, findLinesOfAll } from "./find-lines";
import { readFigures } from "./read-figures";
import { readApprovals } from "./read-approvals";
import { readWork } from "./read-work";
import { readOf } from "./reading";

const MAIN = { slug: null, name: "Main account", colour: "gray" } as const;
const SECOND = { slug: "second", name: "Account second", colour: "blue" } as const;

const OPEN = { state: "open", owner: "all" } as const;

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

async function auditOf({ pool }: Ctx): Promise<object[]> {
  const { rows } = await pool.query<object>("select action, detail from audit_log order by at, id");
  return rows;
}

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
  expect(await readWork(here, "unknown", OPEN)).toMatchObject({
    kind: "read",
    value: { items: [], hasMore: false, gap: null },
  });
  expect(await readWork(there, "unknown", OPEN)).toMatchObject({
    value: { items: [{ reference: "ORD-X", money: { amount: "10.00", currency: "INR" } }] },
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
  expect(await readWork(ops, "ops", OPEN)).toMatchObject({
    kind: "read",
    value: { items: [{ reference: "ORD-STUCK", condition: "payment_stuck" }], gap: null },
  });
  lists(502, []);
  expect(await readWork(ops, "ops", OPEN)).toMatchObject({
    kind: "read",
    value: { items: [], gap: "failed" },
  });
  second.service.ops = service;
  await ops.routing.capabilities({ isFresh: true });
  expect(await readWork(ops, "ops", OPEN)).toMatchObject({ kind: "read", value: { gap: "not_offered" } });
  expect((await readWork(there, "ops", OPEN)).kind).toBe("forbidden");
});

test("the role in each account decides, and a look at all of them is no refusal in an audit log", async () => {
  const [ours, theirs] = [await figuresOf(here), await figuresOf(there)];
  expect([ours.approvals.kind, theirs.approvals.kind]).toEqual(["read", "forbidden"]);
  expect([ours.requests.kind, theirs.requests.kind]).toEqual(["read", "forbidden"]);
  expect((await readApprovals(there)).kind).toBe("forbidden");
  expect((await readWork(there, "requests", OPEN)).kind).toBe("forbidden");
  expect((await readWork(here, "requests", OPEN)).kind).toBe("read");
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
  for (const queue of ALL_QUEUES) {
    const reading = queue === "approvals" ? readApprovals(ctx) : readWork(ctx, queue, OPEN);
    expect((await reading).kind).toBe("forbidden");
  }
  const { rows } = await ctx.pool.query("select subject_kind from audit_log where action = 'forbidden'");
  expect(rows).toEqual([]);
});

test("a line that two accounts have is found in each with its own payment, and in none of the other", async () => {
  const one = harness.service.addPayment({ merchant_transaction_id: "ORD-BOTH", transaction_amount: "1.00" });
  const two = second.service.addPayment({ merchant_transaction_id: "ORD-BOTH", transaction_amount: "2.00" });
  const only = second.service.addPayment({ merchant_transaction_id: "ORD-THERE" });
  const outcome = findLinesOfAll(
    [
      { ...MAIN, ctx: here },
      { ...SECOND, ctx: there },
    ],
    "ORD-BOTH\nORD-THERE\r\n\nORD-BOTH",
  );
  if (outcome.kind !== "done") throw new Error(outcome.kind);
  expect(outcome.lines).toEqual(["ORD-BOTH", "ORD-THERE"]);
  const found = await Promise.all(outcome.accounts.map(({ reading }) => reading));
  expect(found).toMatchObject([
    {
      kind: "read",
      value: [
        { line: "ORD-BOTH", payments: [{ transactionId: one.transaction_id, amount: "1.00" }] },
        { line: "ORD-THERE", kind: "not_seen" },
      ],
    },
    {
      kind: "read",
      value: [
        { line: "ORD-BOTH", payments: [{ transactionId: two.transaction_id, amount: "2.00" }] },
        { line: "ORD-THERE", payments: [{ transactionId: only.transaction_id }] },
      ],
    },
  ]);
});

test("a search of all accounts sends the browser nothing of their services, and says which cannot be read", async () => {
  const outcome = findLinesOfAll(
    [
      { ...MAIN, ctx: here },
      { ...SECOND, ctx: null },
    ],
    "ORD-BOTH",
  );
  if (outcome.kind !== "done") throw new Error(outcome.kind);
  expect(outcome.accounts.map(({ account }) => account)).toEqual([MAIN, SECOND]);
  expect(await outcome.accounts[1]?.reading).toEqual({ kind: "unreadable" });
  await outcome.accounts[0]?.reading;
});

test.each([[null], [{}], [["A-1"]], [" \n "]])(
  "a search of all accounts refuses malformed input %#",
  (input) => {
    expect(findLinesOfAll([{ ...MAIN, ctx: here }], input)).toEqual({ kind: "empty" });
  },
);

test("a search of all accounts has as many lines as that of one, and no account is asked about more", () => {
  const many = Array.from({ length: 51 }, (_, index) => `A-${String(index)}`).join("\n");
  const before = harness.service.calls.length;
  expect(findLinesOfAll([{ ...MAIN, ctx: here }], many)).toEqual({ kind: "too_many", max: 50 });
  expect(harness.service.calls).toHaveLength(before);
});

test("where the role may not view payments, nothing is asked, and the search for a contact leaves no trace", async () => {
  const blind = { ...there, actor: { ...there.actor, role: composed(["view_overview"]) } };
  const [calls, audit] = [second.service.calls.length, await auditOf(there)];
  expect(await findLinesOf(blind, ["asha@example.com"])).toEqual({ kind: "forbidden" });
  expect(second.service.calls).toHaveLength(calls);
  expect(await auditOf(there)).toEqual(audit);
});

test("a search for contacts is in the audit log of each account that was asked, without the contact", async () => {
  await findLinesOf(here, ["asha@example.com", "ORD-BOTH"]);
  const log = await auditOf(here);
  expect(log.at(-1)).toMatchObject({ action: "customer_searched", detail: { count: 1 } });
  expect(JSON.stringify(log)).not.toContain("asha@");
});

test("an account whose service is down or slow says so, and the others are as before", async () => {
  second.service.always("transaction_status", { kind: "drop", when: "before" });
  expect(await findLinesOf(there, ["ORD-BOTH"])).toEqual({ kind: "failed" });
  expect(await findLinesOf(here, ["ORD-BOTH"])).toMatchObject({ kind: "read" });
  second.service.always("transaction_status", { kind: "delay", ms: 700 });
  expect(await findLinesOf(there, ["ORD-BOTH"], 50)).toEqual({ kind: "late" });
  const never = () => new Promise<never>(() => undefined);
  expect(await readOf(there, "view_payments", never, 20)).toEqual({ kind: "late" });
  const broken = () => Promise.reject(new Error("the database has gone"));
  expect(await readOf(there, "view_payments", broken)).toEqual({ kind: "failed" });
  expect(await readOf(there, "refund_payment", broken)).toEqual({ kind: "forbidden" });
});

test("what a slow account has said in time is shown, and it is asked nothing more", async () => {
  const lines = Array.from({ length: 12 }, (_, index) => `ORD-SLOW-${String(index)}`);
  for (const line of lines) second.service.addPayment({ merchant_transaction_id: line });
  for (let call = 0; call < 4; call += 1)
    second.service.next("transaction_status", { kind: "meanwhile", act: () => undefined });
  second.service.always("transaction_status", { kind: "delay", ms: 900 });
  const before = second.service.calls.length;
  const reading = await findLinesOf(there, lines, 750);
  if (reading.kind !== "read") throw new Error(reading.kind);
  expect(reading.value.map(({ line }) => line)).toEqual(lines);
  // All four that response at once, or fewer on a busy machine.
  const found = reading.value.filter(({ kind }) => kind === "found").length;
  expect(found).toBeGreaterThan(0);
  expect(reading.value.filter(({ kind }) => kind === "late")).toHaveLength(lines.length - found);
  await sleep(1_000);
  // Four more had been asked when the time was over.
  expect(second.service.calls.length - before).toBeLessThanOrEqual(found + 4);
});
