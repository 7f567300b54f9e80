import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Ctx } from "../../context";
import { askFor, setRule } from "@/tools/testing/dashboard/approvals";
import { BulkDriver, subjectsOf } from "@/tools/testing/dashboard/bulk";
import { type Harness, startHarness } from "@/tools/testing/dashboard/harness";
import { refundInput } from "@/tools/testing/dashboard/refund-input";
import {
  approveSeparately,
  refundSeparately,
  refundUncompared,
} from "@/tools/testing/dashboard/separate-refund";
import { confirmBulkRow } from "./confirm-bulk-row";
import { pauseBulkRun } from "./pause-bulk-run";
import { requestRefund } from "../../refunds/commands/request-refund";
import { resumeBulkRun } from "./resume-bulk-run";

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

const run = (runId: string): Promise<void> => driver.send(ctx, runId);

/** A run with one row of 100.00 that was started and sent. */
const earlierRun = (file = "PAY,100.00,a"): Promise<string> => driver.sendRefunds(ctx, file);

describe("a confirmation", () => {
  it("is written into the audit log with who gave it and of what, and so is its end", async () => {
    const payment = pay();
    const runId = await driver.prepare(ctx, "refund", "PAY,100.00,a\nPAY,100.00,b");
    const row = (await driver.rows(ctx, runId))[1];
    const input = { runId, rowId: row?.rowId, seen: subjectsOf(row) };
    const colleague = await harness.ctxOf("admin");
    await confirmBulkRow(colleague, { ...input, isMeant: true });
    await confirmBulkRow(ctx, { ...input, isMeant: false });
    expect((await harness.audit()).slice(-2)).toMatchObject([
      {
        action: "bulk_row_confirmed",
        actor_email: colleague.actor.email,
        subject_id: runId,
        detail: {
          line: 2,
          reference: "PAY",
          transactionId: payment.transaction_id,
          amount: "100.00",
          currency: "INR",
          duplicateOf: "same_payment_as_line",
        },
      },
      { action: "bulk_row_unconfirmed", actor_email: ctx.actor.email },
    ]);
    expect(await driver.states(ctx, runId)).toEqual(["ready", "likely_duplicate"]);
  });

  it("does not happen when it cannot be written down (failure 38)", async () => {
    pay();
    const runId = await driver.prepare(ctx, "refund", "PAY,100.00,a\nPAY,100.00,b");
    const repair = await harness.breakAudit();
    await expect(driver.confirmAll(ctx, runId)).rejects.toThrow("disk full");
    await repair();
    expect(await driver.states(ctx, runId)).toEqual(["ready", "likely_duplicate"]);
  });

  it("is for who may run it, before it was started, and for a row that needs it", async () => {
    pay();
    const runId = await driver.prepare(ctx, "refund", "PAY,100.00,a\nPAY,100.00,b");
    const [first, second] = await driver.rows(ctx, runId);
    const other = await driver.prepare(ctx, "refund", "PAY,3.00,a");
    const input = { runId, rowId: second?.rowId, isMeant: true, seen: subjectsOf(second) };
    expect(await confirmBulkRow(await harness.ctxOf("ops"), input)).toEqual({ kind: "forbidden" });
    expect(await confirmBulkRow(ctx, { ...input, runId: other })).toEqual({ kind: "not_found" });
    expect(await confirmBulkRow(ctx, { ...input, rowId: first?.rowId })).toEqual({ kind: "row_changed" });
    expect(await confirmBulkRow(ctx, { ...input, isMeant: "yes" })).toEqual({ kind: "not_found" });
    await driver.start(ctx, runId);
    expect(await confirmBulkRow(ctx, input)).toEqual({ kind: "overtaken", state: "running" });
  });

  it("holds for what the person saw: a refund that was made later needs another one", async () => {
    const payment = pay();
    await earlierRun();
    const runId = await driver.prepare(ctx, "refund", "PAY,100.00,a");
    await driver.confirmAll(ctx, runId);
    await refundSeparately(ctx, refundInput(payment, { amount: "100.00" }));
    expect(await driver.start(ctx, runId)).toEqual({ kind: "rows_changed", rows: 1 });
    expect(await driver.rows(ctx, runId)).toMatchObject([
      {
        state: "likely_duplicate",
        confirmedBy: null,
        faults: [{ kind: "in_other_run" }, { kind: "refunded_before" }],
      },
    ]);
    await driver.confirmAll(ctx, runId);
    await run(runId);
    expect(harness.service.refundedPaise(payment.transaction_id)).toBe(30_000n);
  });

  it("covers what its own page showed, not what somebody else's page has added since", async () => {
    const payment = pay();
    const runId = await driver.prepare(ctx, "refund", "PAY,100.00,a\nPAY,100.00,b\nPAY,100.00,c");
    const [, second, third] = await driver.rows(ctx, runId);
    await requestRefund(ctx, refundInput(payment, { amount: "100.00" }));
    // Confirming the second row compares all of them: by now the third one repeats the refund as well.
    const confirm = (row: typeof second) =>
      confirmBulkRow(ctx, { runId, rowId: row?.rowId, isMeant: true, seen: subjectsOf(row) });
    await confirm(second);
    expect(await confirm(third)).toEqual({ kind: "row_changed" });
    expect((await driver.rows(ctx, runId))[2]).toMatchObject({
      state: "likely_duplicate",
      confirmedBy: null,
    });
    expect(await confirm((await driver.rows(ctx, runId))[2])).toEqual({ kind: "done" });
  });

  it("that does not hold, because the row repeats something else by now, is not reported or written as given", async () => {
    const payment = pay();
    const runId = await driver.prepare(ctx, "refund", "PAY,100.00,a\nPAY,100.00,b");
    const row = (await driver.rows(ctx, runId))[1];
    await requestRefund(ctx, refundInput(payment, { amount: "100.00" }));
    const input = { runId, rowId: row?.rowId, isMeant: true, seen: subjectsOf(row) };
    expect(await confirmBulkRow(ctx, input)).toEqual({ kind: "row_changed" });
    expect((await driver.rows(ctx, runId))[1]).toMatchObject({
      state: "likely_duplicate",
      confirmedBy: null,
    });
    expect(await driver.actions()).not.toContain("bulk_row_confirmed");
  });

  it.each([0, 3])("covers no refund that is made after the start, also %s days later", async (days) => {
    const payment = pay();
    await requestRefund(ctx, refundInput(payment, { amount: "100.00", reason: "first" }));
    const runId = await driver.prepare(ctx, "refund", "PAY,100.00,second");
    await driver.confirmAll(ctx, runId);
    expect(await driver.start(ctx, runId)).toEqual({ kind: "started" });
    await pauseBulkRun(ctx, { runId });
    harness.clock.advance(days * 24 * 3_600_000);
    await refundUncompared(harness, ctx, refundInput(payment, { amount: "100.00", reason: "third" }));
    await resumeBulkRun(ctx, { runId });
    await driver.finish(ctx, runId);
    expect(await driver.rows(ctx, runId)).toMatchObject([
      { state: "not_sent", faults: [{ kind: "refunded_before", by: ctx.actor.name }] },
    ]);
    expect(harness.service.refundedPaise(payment.transaction_id)).toBe(20_000n);
  });

  it("covers the row of a run that was shown and is sent afterwards", async () => {
    const payment = pay();
    const first = await driver.prepare(ctx, "refund", "PAY,100.00,a");
    await driver.start(ctx, first);
    const second = await driver.prepare(ctx, "refund", "PAY,100.00,a");
    await driver.confirmAll(ctx, second);
    await driver.start(ctx, second);
    await driver.finish(ctx, first);
    await driver.finish(ctx, second);
    expect(harness.service.refundedPaise(payment.transaction_id)).toBe(20_000n);
  });

  it("covers a request that was shown and is approved afterwards", async () => {
    await setRule(harness, "50.00");
    const payment = pay();
    const approvalId = await askFor(ctx, payment, "100.00");
    const admin = await harness.ctxOf("admin");
    const runId = await driver.prepare(admin, "refund", "PAY,100.00,a");
    await driver.confirmAll(admin, runId);
    await driver.start(admin, runId);
    expect(await approveSeparately(admin, approvalId)).toMatchObject({ kind: "approved_refund" });
    await driver.finish(admin, runId);
    expect(harness.service.refundedPaise(payment.transaction_id)).toBe(20_000n);
  });
});
