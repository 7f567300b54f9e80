import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Ctx } from "../../context";
import { bulkApprovalDecided } from "../jobs/bulk-approval-decided";
import { findBulkRun } from "../queries/find-bulk-run";
import { refundForm } from "../../refunds/queries/refund-form";
import { setRule } from "@/tools/testing/dashboard/approvals";
import { BulkDriver } from "@/tools/testing/dashboard/bulk";
import { type Harness, startHarness } from "@/tools/testing/dashboard/harness";
import { refundSeparately } from "@/tools/testing/dashboard/separate-refund";
import { approveRequest } from "../../approvals/commands/approve-request";
import { findApprovalOfRun } from "../../approvals/store";
import { declineApproval } from "../../approvals/commands/decline-approval";
import { pauseBulkRun } from "./pause-bulk-run";
import { resumeBulkRun } from "./resume-bulk-run";
import { stopBulkRun } from "./stop-bulk-run";

let harness: Harness;
let driver: BulkDriver;
let ctx: Ctx;

beforeAll(async () => {
  harness = await startHarness();
});
beforeEach(async () => {
  await harness.reset();
  driver = new BulkDriver(harness);
  ctx = await harness.ctxOf("finance");
});
afterAll(() => harness.stop());

it("a run in a currency without a limit waits for approval where the role has limits", async () => {
  const { service } = harness;
  service.addPayment({ merchant_transaction_id: "INR-1" });
  service.addPayment({ merchant_transaction_id: "USD-1", currency: "USD" });
  const text = "INR-1,1.00,a\nUSD-1,1.00,a";
  await setRule(harness, "10000.00");
  const runId = await driver.prepare(ctx, "refund", text);
  expect(await driver.start(ctx, runId)).toEqual({ kind: "awaits_approval" });
  const totals = await harness.pool.query("select currency, threshold_paise from approval_totals order by 1");
  expect(totals.rows).toEqual([
    { currency: "INR", threshold_paise: 1_000_000n },
    { currency: "USD", threshold_paise: null },
  ]);
  await stopBulkRun(ctx, { runId });

  await setRule(harness, "10000.00", "finance", "*");
  const prepared = await driver.prepare(ctx, "refund", text.replaceAll(",1.00,", ",2.00,"));
  expect(await driver.start(ctx, prepared)).toEqual({ kind: "started" });
});

describe("above an approval threshold", () => {
  beforeEach(() => setRule(harness, "25.00"));

  const decide = async (runId: string, command: typeof approveRequest): Promise<void> => {
    const page = await findBulkRun(ctx, runId);
    const input = { approvalId: page?.approval?.approvalId, note: "Looked at" };
    await command(await harness.ctxOf("finance"), input);
    await bulkApprovalDecided(harness.services, runId);
  };

  it("a total waits for a second person, then every row goes for the requester", async () => {
    const runId = await driver.prepare(ctx, "refund", driver.refunds(3));
    expect(await driver.start(ctx, runId)).toEqual({ kind: "awaits_approval" });
    await driver.turn(runId);
    expect(driver.sent()).toBe(0);
    await bulkApprovalDecided(harness.services, runId);
    expect(await driver.run(ctx, runId)).toMatchObject({ state: "awaiting_approval" });
    await decide(runId, approveRequest);
    await driver.finish(ctx, runId);
    expect(await driver.run(ctx, runId)).toMatchObject({ state: "ended", counts: { accepted: 3 } });
    const asked = (await harness.audit()).filter((row) => row.action === "refund_requested");
    expect(asked.map((row) => row.actor_email)).toEqual(Array(3).fill(ctx.actor.email));
  });

  const payWithRefunds = () => {
    const payment = harness.service.addPayment({
      merchant_transaction_id: "PAY",
      transaction_amount: "100.00",
    });
    const refundOf = (amount: string) =>
      refundSeparately(ctx, {
        intentId: crypto.randomUUID(),
        reference: "PAY",
        transactionId: payment.transaction_id,
        amount,
        reason: "",
        isApprovalExpected: false,
      });
    return { payment, refundOf };
  };

  it("approved, its amounts stay its own while a row is about to be sent", async () => {
    const { refundOf } = payWithRefunds();
    const runId = await driver.prepare(ctx, "refund", "PAY,60.00,a");
    await driver.start(ctx, runId);
    await decide(runId, approveRequest);
    const { routing } = harness.services;
    const meanwhile: unknown[] = [];
    const refundBalance: typeof routing.refundBalance = async (transactionId) => {
      expect(await driver.states(ctx, runId)).toEqual(["sending"]);
      meanwhile.push(await refundOf("20.00"), await refundOf("20.01"));
      return routing.refundBalance(transactionId);
    };
    await driver.turn(runId, { ...harness.services, routing: { ...routing, refundBalance } });
    expect(meanwhile).toMatchObject([{ kind: "accepted" }, { kind: "exceeds_balance", left: "20.00" }]);
    expect(await driver.states(ctx, runId)).toEqual(["accepted"]);
  });

  it("approved, its amounts stay its own until they are sent, and are free again once it is stopped", async () => {
    const { service } = harness;
    const { payment, refundOf } = payWithRefunds();
    const runId = await driver.prepare(ctx, "refund", "PAY,60.00,a\nPAY,20.00,b");
    await driver.start(ctx, runId);
    await decide(runId, approveRequest);
    const target = { reference: "PAY", transactionId: payment.transaction_id };
    expect(await refundForm(ctx, target)).toMatchObject({ balance: { left: "20.00", inProgress: "80.00" } });
    expect(await refundOf("20.01")).toMatchObject({ kind: "exceeds_balance", left: "20.00" });

    await driver.finish(ctx, runId);
    expect(await driver.states(ctx, runId)).toEqual(["accepted", "accepted"]);
    expect(await refundOf("20.01")).toMatchObject({ kind: "exceeds_balance", left: "20.00" });
    expect(await refundOf("20.00")).toMatchObject({ kind: "accepted" });
    expect(service.refundedPaise(payment.transaction_id)).toBe(10_000n);

    const other = service.addPayment({ merchant_transaction_id: "OTHER", transaction_amount: "100.00" });
    const second = await driver.prepare(ctx, "refund", "OTHER,60.00");
    await driver.start(ctx, second);
    await decide(second, approveRequest);
    await stopBulkRun(ctx, { runId: second });
    expect(await refundForm(ctx, { reference: "OTHER", transactionId: other.transaction_id })).toMatchObject({
      balance: { left: "100.00" },
    });
  });

  it("requested again, it waits for that request, although the first looks later because clocks differ", async () => {
    const runId = await driver.prepare(ctx, "refund", driver.refunds(3));
    await driver.start(ctx, runId);
    await decide(runId, declineApproval);
    await harness.pool.query(
      `update approval_requests set requested_at = requested_at + interval '1 hour',
         expires_at = expires_at + interval '1 hour', decided_at = decided_at + interval '1 hour'`,
    );
    expect(await driver.start(ctx, runId)).toEqual({ kind: "awaits_approval" });
    await decide(runId, approveRequest);
    await driver.finish(ctx, runId);
    expect(await driver.run(ctx, runId)).toMatchObject({ state: "ended", counts: { accepted: 3 } });
  });

  it("declined, nothing was sent and it can be requested again", async () => {
    const runId = await driver.prepare(ctx, "refund", driver.refunds(3));
    await driver.start(ctx, runId);
    await decide(runId, declineApproval);
    expect(await findBulkRun(ctx, runId)).toMatchObject({
      run: { state: "checked", startedAt: null, counts: { ready: 3 } },
      approval: { state: "DECLINED", note: "Looked at" },
    });
    expect(await driver.start(ctx, runId)).toEqual({ kind: "awaits_approval" });
    expect(driver.sent()).toBe(0);
  });

  it("said to need approval, nothing starts or resumes once it needs none, until a person confirms that", async () => {
    const runId = await driver.prepare(ctx, "refund", driver.refunds(3));
    expect(await findBulkRun(ctx, runId)).toMatchObject({ isApprovalNeeded: true });
    await setRule(harness, "500.00");
    expect(await findBulkRun(ctx, runId)).toMatchObject({ isApprovalNeeded: false });
    expect(await driver.start(ctx, runId, true)).toEqual({ kind: "approval_not_needed" });
    expect(await driver.run(ctx, runId)).toMatchObject({ state: "checked", startedAt: null });
    expect(await driver.actions()).not.toContain("bulk_started");
    expect(await driver.start(ctx, runId)).toEqual({ kind: "started" });

    await pauseBulkRun(ctx, { runId });
    expect(await resumeBulkRun(ctx, { runId, isApprovalExpected: true })).toEqual({
      kind: "approval_not_needed",
    });
    expect(await driver.run(ctx, runId)).toMatchObject({ state: "paused" });
    await driver.turn(runId);
    expect(driver.sent()).toBe(0);
    expect(await driver.actions()).not.toContain("bulk_resumed");
    expect(await resumeBulkRun(ctx, { runId, isApprovalExpected: false })).toEqual({ kind: "done" });
  });

  it("a run that waits counts as run before: the same file does not wait beside it unnoticed", async () => {
    const file = driver.refunds(3);
    const first = await driver.prepare(ctx, "refund", file);
    const second = await driver.prepare(ctx, "refund", file);
    await driver.start(ctx, first);
    expect(await driver.start(ctx, second)).toEqual({ kind: "rows_changed", rows: 3 });
  });

  it("stopped while it waits, its request is withdrawn and its amounts are released", async () => {
    const runId = await driver.prepare(ctx, "refund", driver.refunds(3));
    await driver.start(ctx, runId);
    expect(await stopBulkRun(ctx, { runId })).toEqual({ kind: "done" });
    expect(await findBulkRun(ctx, runId)).toMatchObject({
      run: { state: "stopped", counts: { not_sent: 3 } },
      approval: { state: "WITHDRAWN" },
    });
    await bulkApprovalDecided(harness.services, runId);
    expect(driver.sent()).toBe(0);
  });

  it("anybody who may run it can stop it while it waits, and the request names them", async () => {
    const runId = await driver.prepare(ctx, "refund", driver.refunds(3));
    await driver.start(ctx, runId);
    const colleague = await harness.ctxOf("admin");
    expect(await stopBulkRun(colleague, { runId })).toEqual({ kind: "done" });
    expect(await findBulkRun(ctx, runId)).toMatchObject({
      run: { state: "stopped", counts: { not_sent: 3 } },
      approval: { state: "WITHDRAWN", decidedBy: colleague.actor.name },
    });
    const trail = (await harness.audit()).slice(-2);
    expect(trail.map((row) => [row.action, row.actor_email])).toEqual([
      ["approval_withdrawn", colleague.actor.email],
      ["bulk_stopped", colleague.actor.email],
    ]);
    await bulkApprovalDecided(harness.services, runId);
    expect(driver.sent()).toBe(0);
  });

  it("a colleague with a lower threshold cannot resume past it", async () => {
    const admin = await harness.ctxOf("admin");
    const runId = await driver.prepare(admin, "refund", driver.refunds(3));
    await driver.start(admin, runId);
    await pauseBulkRun(admin, { runId });
    expect(await resumeBulkRun(ctx, { runId })).toEqual({ kind: "awaits_approval" });
    await driver.turn(runId);
    expect(driver.sent()).toBe(0);
    await decide(runId, declineApproval);
    expect(await driver.run(ctx, runId)).toMatchObject({ state: "checked" });
  });

  it("a row that a new threshold holds is not sent, and makes no request", async () => {
    const runId = await driver.prepare(ctx, "refund", driver.refunds(2));
    await driver.start(ctx, runId);
    await setRule(harness, "5.00");
    await driver.finish(ctx, runId);
    expect(await driver.rows(ctx, runId)).toMatchObject([
      { state: "not_sent", faults: [{ kind: "needs_approval" }] },
      { state: "not_sent", faults: [{ kind: "needs_approval" }] },
    ]);
    expect(driver.sent()).toBe(0);
    expect((await harness.pool.query("select from approval_requests")).rowCount).toBe(0);
    expect(await driver.actions()).not.toContain("approval_requested");
  });
});

it("the page of a resumed run that waits for approval has the time of that request", async () => {
  const runId = await driver.prepare(ctx, "refund", driver.refunds(2));
  expect((await driver.start(ctx, runId)).kind).toBe("started");
  await pauseBulkRun(ctx, { runId });
  await setRule(harness, "5.00");
  await harness.pass(20 * 60_000);
  ctx = await harness.ctxOf("finance");
  expect((await resumeBulkRun(ctx, { runId, isApprovalExpected: true })).kind).toBe("awaits_approval");
  const page = await findBulkRun(ctx, runId);
  const approval = await findApprovalOfRun(harness.pool, runId);
  expect(page?.approval?.requestedAt).toBe(approval?.requestedAt.toISOString());
  expect(page?.approval?.requestedAt).not.toBe(page?.run.startedAt);
});
