import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Ctx } from "../../context";
import { findBulkRun } from "../queries/find-bulk-run";
import { askFor, setRule } from "@/tools/testing/dashboard/approvals";
import { BulkDriver } from "@/tools/testing/dashboard/bulk";
import { type Harness, startHarness } from "@/tools/testing/dashboard/harness";
import { refundInput } from "@/tools/testing/dashboard/refund-input";
import { declineApproval } from "../../approvals/commands/decline-approval";
import { requestRefund } from "../../refunds/commands/request-refund";

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

const pay = (amount = "500.00", reference = "PAY") =>
  harness.service.addPayment({ merchant_transaction_id: reference, transaction_amount: amount });

describe("amounts that others reserve", () => {
  beforeEach(() => setRule(harness, "50.00"));

  it("by another run that waits are named with that run before anything is confirmed, and are free when it ends", async () => {
    pay("100.00");
    const first = await driver.prepare(ctx, "refund", "PAY,90.00,a");
    expect(await driver.start(ctx, first)).toEqual({ kind: "awaits_approval" });
    const second = await driver.prepare(ctx, "refund", "PAY,90.00,a\nPAY,10.00,b\nPAY,20.00,c");
    expect(await driver.rows(ctx, second)).toMatchObject([
      { state: "problem", faults: [{ kind: "reserved", runId: first, left: "10.00", reserved: "90.00" }] },
      { state: "ready" },
      { state: "problem", faults: [{ kind: "reserved", runId: first, left: "0.00" }] },
    ]);
    const name = { kind: "refund", fileName: null, rowCount: 1, createdBy: ctx.actor.name };
    expect((await driver.rows(ctx, second))[0]?.faults).toMatchObject([{ run: name }]);
    const approval = (await findBulkRun(ctx, first))?.approval;
    const input = { approvalId: approval?.approvalId, note: "No" };
    await declineApproval(await harness.ctxOf("admin"), input);
    expect(await driver.start(ctx, second)).toMatchObject({ kind: "rows_changed" });
  });

  it("by a request that waits are named with that request", async () => {
    const approvalId = await askFor(ctx, pay("100.00"), "60.00");
    const runId = await driver.prepare(ctx, "refund", "PAY,45.00,a");
    expect(await driver.rows(ctx, runId)).toMatchObject([
      { state: "problem", faults: [{ kind: "reserved", approvalId, runId: null, left: "40.00" }] },
    ]);
  });

  it("between the check and the start are found before anything is started", async () => {
    pay("100.00");
    const second = await driver.prepare(ctx, "refund", "PAY,45.00,a");
    const first = await driver.prepare(ctx, "refund", "PAY,60.00,b");
    await driver.start(ctx, first);
    expect(await driver.start(ctx, second)).toEqual({ kind: "rows_changed", rows: 1 });
    expect(await driver.rows(ctx, second)).toMatchObject([{ faults: [{ kind: "reserved", runId: first }] }]);
  });

  it("are not named by a row that would not fit without them either", async () => {
    const payment = pay("100.00");
    const admin = await harness.ctxOf("admin");
    const runId = await driver.prepare(admin, "refund", "PAY,80.00,a");
    await driver.start(admin, runId);
    await requestRefund(admin, refundInput(payment, { amount: "30.00" }));
    await askFor(ctx, payment, "60.00");
    await driver.finish(admin, runId);
    expect(await driver.rows(ctx, runId)).toMatchObject([
      { state: "not_sent", faults: [{ kind: "exceeds", left: "10.00" }] },
    ]);
  });

  it("after the start are named by the row that could not be sent", async () => {
    const payment = pay("100.00");
    const runId = await driver.prepare(ctx, "refund", "PAY,45.00,a");
    await driver.start(ctx, runId);
    const approvalId = await askFor(ctx, payment, "60.00");
    await driver.finish(ctx, runId);
    expect(await driver.rows(ctx, runId)).toMatchObject([
      { state: "not_sent", faults: [{ kind: "reserved", approvalId, left: "40.00", reserved: "60.00" }] },
    ]);
  });
});
