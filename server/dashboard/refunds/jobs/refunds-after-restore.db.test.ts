import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { TransactionRecord } from "@/lib/contract/responses";
import { holdRefunds, releaseRefunds } from "@/server/platform/refund-hold";
import { approveRequest } from "../../approvals/commands/approve-request";
import { requestRefund } from "../commands/request-refund";
import { reserveRefund } from "../commands/reserve-refund";
import { resumeBulkRun } from "../../bulk/commands/resume-bulk-run";
import { resolveUnknownRefund } from "../commands/resolve-unknown-refund";
import type { Ctx } from "../../context";
import { findBulkRun } from "../../bulk/queries/find-bulk-run";
import { findRefundIntentDetail } from "../queries/find-refund-intent-detail";
import { findApproval } from "../../approvals/store/approvals";
import { findIntent } from "../store/refund-intents";
import { askFor, setRule } from "@/tools/testing/dashboard/approvals";
import { BulkDriver } from "@/tools/testing/dashboard/bulk";
import { type Harness, startHarness, TEST_TIMEOUT_MS } from "@/tools/testing/dashboard/harness";
import { holdWorkFromBackup } from "../../bulk/jobs/hold-work-from-backup";
import { bulkApprovalDecided } from "../../bulk/jobs/bulk-approval-decided";
import { refundForm } from "../queries/refund-form";
import { cleanUp } from "../../jobs/clean-up";
import { resolveAgain } from "@/tools/testing/dashboard/unknown-refund";

/** The scripted service knows the payment and no refund, like a service restored from the same backup. */
let harness: Harness;
let driver: BulkDriver;
let ctx: Ctx;
let payment: TransactionRecord;

beforeAll(async () => {
  harness = await startHarness();
  driver = new BulkDriver(harness, 2);
});
beforeEach(async () => {
  await harness.reset();
  ctx = await harness.ctxOf("finance");
  payment = harness.service.addPayment({ merchant_transaction_id: "ORD-1" });
});
afterAll(() => harness.stop());

const HOUR_MS = 60 * 60_000;
const submit = (intentId: string, amount = "120.25") =>
  requestRefund(ctx, {
    intentId,
    reference: "ORD-1",
    transactionId: payment.transaction_id,
    amount,
    reason: "Damaged",
    reasonCode: null,
  });
const resolve = (intentId: string) => resolveAgain(harness.services, intentId);
const stateOf = async (intentId: string) => (await findIntent(harness.pool, intentId))?.state;
const sent = () => harness.service.callsOf("refund_initiate").length;

const hold = () =>
  holdRefunds(harness.pool, { backupMadeAt: harness.clock.now(), restoredAt: harness.clock.now() });
const release = () => releaseRefunds(harness.pool, harness.clock.now());
const countAudit = async (action: string): Promise<number> =>
  (await harness.audit()).filter((row) => row.action === action).length;

/** Replaces the database by a backup's; the service knows the payment and no refund. */
async function restore(): Promise<void> {
  const backupMadeAt = harness.clock.now();
  await harness.pass(HOUR_MS / 2);
  await holdRefunds(harness.pool, { backupMadeAt, restoredAt: harness.clock.now() });
  harness.service.reset();
  harness.service.addPayment(payment);
  await holdWorkFromBackup(harness.services);
}

describe("a refund that was open in the backup", () => {
  it("stays unknown although the service does not list it, and is not sent again after the release", async () => {
    const intentId = randomUUID();
    harness.service.next("refund_initiate", { kind: "drop", when: "after" });
    expect((await submit(intentId)).kind).toBe("unknown");
    await restore();
    await resolve(intentId);
    await release();
    await resolve(intentId);
    await harness.pass(2 * HOUR_MS);
    await resolve(intentId);
    await harness.pass(24 * HOUR_MS);
    await resolve(intentId);
    expect([await stateOf(intentId), sent()]).toEqual(["UNKNOWN", 0]);
    // The screen says so, and a person with the finance role resolves it.
    expect((await findRefundIntentDetail(ctx, intentId))?.resolution?.obstacle).toBe("restored");
    const settled = await resolveUnknownRefund(await harness.ctxOf("finance"), {
      verdict: "not_sent",
      intentId,
      confirmation: "120.25",
      reason: "Not in the gateway's list",
    });
    expect([settled.kind, await stateOf(intentId)]).toEqual(["settled", "NOT_SENT"]);
  });

  it("says the same where the service can only be sent refunds", async () => {
    harness.service.ops = null;
    const intentId = randomUUID();
    harness.service.next("refund_initiate", { kind: "drop", when: "after" });
    await submit(intentId);
    await restore();
    harness.service.ops = null;
    await resolve(intentId);
    expect((await findRefundIntentDetail(ctx, intentId))?.resolution?.obstacle).toBe("restored");
  });

  it("is recognised as the one that the restored service lists", async () => {
    const intentId = randomUUID();
    harness.service.next("refund_initiate", { kind: "drop", when: "after" });
    await submit(intentId);
    await harness.pass(HOUR_MS / 2);
    await hold();
    await resolve(intentId);
    expect([await stateOf(intentId), sent()]).toEqual(["ACCEPTED", 1]);
  });

  it("is not sent again either when the clock of the restore was behind", async () => {
    const intentId = randomUUID();
    const restoredAt = harness.clock.now();
    harness.service.next("refund_initiate", { kind: "drop", when: "before" });
    await submit(intentId);
    await holdRefunds(harness.pool, { backupMadeAt: restoredAt, restoredAt });
    await holdWorkFromBackup(harness.services);
    await release();
    await resolve(intentId);
    expect([await stateOf(intentId), sent()]).toEqual(["UNKNOWN", 1]);
  });

  it("is unknown when it was being sent at the time of the backup", async () => {
    const intentId = randomUUID();
    await submit(intentId);
    await asRecorded(intentId);
    await harness.pool.query("update refund_intents set state = 'SENDING', sent_at = requested_at");
    await restore();
    await resolve(intentId);
    await release();
    await resolve(intentId);
    expect([await stateOf(intentId), sent()]).toEqual(["UNKNOWN", 0]);
  });

  it("is unknown when it was only recorded: it may have been sent after the backup", async () => {
    const intentId = randomUUID();
    const reserved = await reserveRefund(
      ctx,
      {
        intentId,
        reference: "ORD-1",
        transactionId: payment.transaction_id,
        amountPaise: 12_025n,
        reason: null,
        reasonCode: null,
      },
      { currency: "INR", isTest: false, paidPaise: 50_000n, gateway: null, service: null },
    );
    expect(reserved.kind).toBe("reserved");
    await restore();
    await harness.pass(TEST_TIMEOUT_MS + 10_000);
    await resolve(intentId);
    expect([await stateOf(intentId), sent()]).toEqual(["UNKNOWN", 0]);
    expect((await harness.audit()).at(-1)).toMatchObject({ action: "refund_unknown" });
  });

  it("is unknown and not sent when it was approved and only recorded", async () => {
    await setRule(harness, "100.00");
    const approvalId = await askFor(ctx, payment, "120.25");
    await approveRequest(await harness.ctxOf("finance"), { approvalId, note: "" });
    await asRecorded(approvalId);
    await restore();
    await harness.pass(TEST_TIMEOUT_MS + 10_000);
    await release();
    await resolve(approvalId);
    expect([await stateOf(approvalId), sent()]).toEqual(["UNKNOWN", 0]);
  });
});

/** The intent as in a backup made before the call. */
const asRecorded = (intentId: string): Promise<unknown> =>
  harness.pool.query(
    `update refund_intents set state = 'RECORDED', sent_at = null, answered_at = null, refund_id = null, refund_status = null, due_at = now()
     where id = $1`,
    [intentId],
  );

describe("while refunds are held", () => {
  it("no refund is sent, and one is again after the release", async () => {
    await restore();
    const intentId = randomUUID();
    expect(await submit(intentId)).toEqual({ kind: "on_hold" });
    expect(await submit(intentId)).toEqual({ kind: "on_hold" });
    expect(sent()).toBe(0);
    await release();
    expect((await submit(randomUUID())).kind).toBe("accepted");
  });

  it("a refund whose call is in progress keeps its answer, and the next is not sent", async () => {
    const intentId = randomUUID();
    harness.service.next("refund_initiate", { kind: "meanwhile", act: hold });
    expect((await submit(intentId)).kind).toBe("accepted");
    expect((await submit(randomUUID(), "80.00")).kind).toBe("on_hold");
    expect(sent()).toBe(1);
  });

  it("the refund form says so, and opens after the release", async () => {
    const target = { reference: "ORD-1", transactionId: payment.transaction_id };
    await restore();
    expect(await refundForm(ctx, target)).toMatchObject({ kind: "ready", isOnHold: true });
    await release();
    expect(await refundForm(ctx, target)).toMatchObject({ kind: "ready", isOnHold: false });
  });

  it("an approval decides nothing, and is possible after the release", async () => {
    await setRule(harness, "100.00");
    const approvalId = await askFor(ctx, payment, "120.25");
    const second = await harness.ctxOf("finance");
    await restore();
    expect(await approveRequest(second, { approvalId, note: "" })).toEqual({ kind: "on_hold" });
    expect((await findApproval(harness.pool, approvalId))?.state).toBe("WAITING");
    await release();
    expect((await approveRequest(second, { approvalId, note: "" })).kind).toBe("approved_refund");
    expect(sent()).toBe(1);
  });

  it("a bulk run that is started sends nothing, and goes on after the release", async () => {
    await restore();
    const runId = await driver.prepare(ctx, "refund", driver.refunds(3));
    expect((await driver.start(ctx, runId)).kind).toBe("started");
    await driver.turn(runId);
    expect(await findBulkRun(ctx, runId)).toMatchObject({ run: { state: "running" }, isOnHold: true });
    expect([sent(), await countAudit("refund_requested")]).toEqual([0, 0]);
    await release();
    expect(await findBulkRun(ctx, runId)).toMatchObject({ isOnHold: false });
    await harness.pass(61_000);
    await driver.finish(ctx, runId);
    expect(sent()).toBe(3);
  });

  it("cancels and look-ups of bulk runs go on", async () => {
    const text = "PAY-1";
    driver.refunds(1);
    await hold();
    const runId = await driver.prepare(ctx, "lookup", text);
    expect((await driver.start(ctx, runId)).kind).toBe("started");
    await driver.finish(ctx, runId);
    expect(await driver.states(ctx, runId)).toEqual(["done"]);
  });
});

describe("a bulk run of refunds that had begun in the backup", () => {
  it("is paused, and continues only when somebody resumes it after the release", async () => {
    const runId = await driver.prepare(ctx, "refund", driver.refunds(6));
    expect((await driver.start(ctx, runId)).kind).toBe("started");
    await driver.turn(runId);
    const sentBefore = sent();
    expect(sentBefore).toBeGreaterThan(0);
    const payments = [...harness.service.payments.values()].flat();
    await restore();
    for (const one of payments) harness.service.addPayment(one);

    expect(await driver.run(ctx, runId)).toMatchObject({ state: "paused", pauseCause: "restored" });
    await driver.turn(runId);
    await release();
    await driver.turn(runId);
    expect(sent()).toBe(0);
    expect(await countAudit("bulk_paused")).toBe(1);

    await resumeBulkRun(ctx, { runId });
    await driver.finish(ctx, runId);
    expect((await driver.run(ctx, runId)).state).toBe("ended");
    expect(sent()).toBe(6 - sentBefore);
  });

  it("is paused by its next turn when refunds are held while it runs", async () => {
    const runId = await driver.prepare(ctx, "refund", driver.refunds(6));
    await driver.start(ctx, runId);
    await driver.turn(runId);
    const sentBefore = sent();
    await hold();
    await driver.turn(runId);
    expect(await driver.run(ctx, runId)).toMatchObject({ state: "paused", pauseCause: "restored" });
    await release();
    await driver.turn(runId);
    expect(sent()).toBe(sentBefore);
  });

  it("is paused even when refunds were released before the first start", async () => {
    const runId = await driver.prepare(ctx, "refund", driver.refunds(2));
    await driver.start(ctx, runId);
    await hold();
    await release();
    await holdWorkFromBackup(harness.services);
    expect(await driver.run(ctx, runId)).toMatchObject({ state: "paused", pauseCause: "restored" });
  });

  it("is paused when it was approved and not started yet", async () => {
    await setRule(harness, "15.00");
    const runId = await driver.prepare(ctx, "refund", driver.refunds(2));
    expect((await driver.start(ctx, runId)).kind).toBe("awaits_approval");
    const { rows } = await harness.pool.query<{ id: string }>("select id from approval_requests");
    const approvalId = rows[0]?.id ?? "";
    await approveRequest(await harness.ctxOf("finance"), { approvalId, note: "" });
    await restore();
    await bulkApprovalDecided(harness.services, runId);
    await release();
    await bulkApprovalDecided(harness.services, runId);
    expect(await driver.run(ctx, runId)).toMatchObject({ state: "paused", pauseCause: "restored" });
  });
});

it("the audit log has each hold and each release once", async () => {
  await restore();
  await Promise.all([holdWorkFromBackup(harness.services), holdWorkFromBackup(harness.connect())]);
  expect([await release(), await release()]).toEqual([true, false]);
  await Promise.all([cleanUp(harness.services), cleanUp(harness.connect())]);
  expect([await countAudit("refunds_held"), await countAudit("refunds_released")]).toEqual([1, 1]);
  await restore();
  expect(await countAudit("refunds_held")).toBe(2);
  await release();
  await cleanUp(harness.services);
  expect(await countAudit("refunds_released")).toBe(2);
});
