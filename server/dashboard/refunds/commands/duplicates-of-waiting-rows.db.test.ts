import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { TransactionRecord } from "@/lib/contract/responses";
import type { RequestRefundInput } from "@/lib/refunds/refund-form-view";
import type { Ctx } from "../../context";
import { setRule } from "@/tools/testing/dashboard/approvals";
import { BulkDriver } from "@/tools/testing/dashboard/bulk";
import { type Harness, startHarness } from "@/tools/testing/dashboard/harness";
import { refundInput } from "@/tools/testing/dashboard/refund-input";
import { refundSeparately } from "@/tools/testing/dashboard/separate-refund";
import { confirmed } from "@/tools/testing/dashboard/duplicates";
import { discardBulkRun } from "../../bulk/commands/discard-bulk-run";
import { pauseBulkRun } from "../../bulk/commands/pause-bulk-run";
import { requestRefund } from "./request-refund";
import { resumeBulkRun } from "../../bulk/commands/resume-bulk-run";
import { stopBulkRun } from "../../bulk/commands/stop-bulk-run";

let harness: Harness;
let driver: BulkDriver;
let ctx: Ctx;
let colleague: Ctx;
let payment: TransactionRecord;

beforeAll(async () => {
  harness = await startHarness();
});
beforeEach(async () => {
  await harness.reset();
  driver = new BulkDriver(harness);
  [ctx, colleague] = await Promise.all([harness.ctxOf("finance"), harness.ctxOf("finance")]);
  payment = harness.service.addPayment({ merchant_transaction_id: "PAY" });
});
afterAll(() => harness.stop());

const form = (fields: Partial<RequestRefundInput> = {}) =>
  refundInput(payment, { amount: "100.00", ...fields });
const refunded = () => harness.service.refundedPaise(payment.transaction_id);

/** A run of this file that is started and has not sent anything yet. */
async function waitingRun(file = "PAY,100.00,a"): Promise<string> {
  const runId = await driver.prepare(colleague, "refund", file);
  expect(await driver.start(colleague, runId)).toEqual({ kind: "started" });
  await pauseBulkRun(colleague, { runId });
  return runId;
}
async function finish(runId: string): Promise<void> {
  await resumeBulkRun(colleague, { runId });
  await driver.finish(colleague, runId);
}

describe("a row of a bulk run that is not sent yet", () => {
  it("is shown with its run, and keeps its turn when nothing else is sent", async () => {
    const runId = await waitingRun();
    const asked = await requestRefund(ctx, form());
    const [row] = await driver.rows(colleague, runId);
    expect(asked).toMatchObject({
      kind: "likely_duplicate",
      duplicates: [
        {
          kind: "in_bulk_run",
          intentId: row?.rowId,
          by: colleague.actor.name,
          runId,
          isAwaitingApproval: false,
        },
      ],
    });
    await finish(runId);
    expect(await driver.states(colleague, runId)).toEqual(["accepted"]);
    expect(refunded()).toBe(10_000n);
  });

  it("is sent too when the single refund was confirmed as a separate one", async () => {
    const runId = await waitingRun();
    expect(await refundSeparately(ctx, form())).toMatchObject({ kind: "accepted" });
    await finish(runId);
    expect(await driver.states(colleague, runId)).toEqual(["accepted"]);
    expect(refunded()).toBe(20_000n);
  });

  it("that was shown is covered by the confirmation once it is sent", async () => {
    const runId = await waitingRun();
    const mine = form();
    const asked = await requestRefund(ctx, mine);
    await finish(runId);
    expect(await requestRefund(ctx, confirmed(mine, asked))).toMatchObject({ kind: "accepted" });
    expect(refunded()).toBe(20_000n);
  });

  it("of a run that waits for approval is shown as such", async () => {
    await setRule(harness, "50.00");
    const runId = await driver.prepare(colleague, "refund", "PAY,100.00,a");
    expect(await driver.start(colleague, runId)).toEqual({ kind: "awaits_approval" });
    const admin = await harness.ctxOf("admin");
    expect(await requestRefund(admin, form())).toMatchObject({
      duplicates: [{ kind: "in_bulk_run", runId, isAwaitingApproval: true }],
    });
  });

  it.each(["checked", "stopped", "discarded"] as const)("of a run that is %s asks nothing", async (state) => {
    const runId = await driver.prepare(colleague, "refund", "PAY,100.00,a");
    if (state === "discarded") await discardBulkRun(colleague, { runId });
    if (state === "stopped") {
      await driver.start(colleague, runId);
      await stopBulkRun(colleague, { runId });
    }
    expect((await driver.run(colleague, runId)).state).toBe(state);
    expect(await requestRefund(ctx, form())).toMatchObject({ kind: "accepted" });
  });

  it("that was sent is shown as a refund of its run", async () => {
    const runId = await driver.prepare(colleague, "refund", "PAY,100.00,a");
    await driver.start(colleague, runId);
    await driver.finish(colleague, runId);
    expect(await requestRefund(ctx, form())).toMatchObject({
      duplicates: [{ kind: "refunded_before", runId }],
    });
  });

  it("of another amount asks nothing", async () => {
    await waitingRun("PAY,99.00,a");
    expect(await requestRefund(ctx, form())).toMatchObject({ kind: "accepted" });
  });
});
