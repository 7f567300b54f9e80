import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Ctx } from "../../context";
import { BulkDriver } from "@/tools/testing/dashboard/bulk";
import { type Harness, startHarness } from "@/tools/testing/dashboard/harness";
import { findBulkRun } from "../queries/find-bulk-run";
import { confirmBulkRow } from "./confirm-bulk-row";
import { startBulkRun } from "./start-bulk-run";

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

const signOf = async (runId: string): Promise<string> => (await findBulkRun(ctx, runId))?.sign ?? "";

describe("starting", () => {
  it("needs the count and the total as they are", async () => {
    const runId = await driver.prepare(ctx, "refund", driver.refunds(3));
    const typed = { runId, count: "3", totals: { INR: "30.00" }, sign: await signOf(runId) };
    const wrong = [
      { ...typed, count: "2" },
      { ...typed, count: "" },
      { ...typed, totals: { INR: "30.01" } },
      { ...typed, totals: {} },
    ];
    for (const input of wrong) expect((await startBulkRun(ctx, input)).kind).toBe("mismatch");
    expect(await startBulkRun(ctx, { ...typed, totals: { INR: "₹30.00" } })).toEqual({ kind: "started" });
  });

  it("of a run that a colleague has changed since asks for a look at it, not for a count that its page does not show", async () => {
    harness.service.addPayment({ merchant_transaction_id: "PAY", transaction_amount: "500.00" });
    const runId = await driver.prepare(ctx, "refund", "PAY,50.00,a\nPAY,50.00,b");
    await driver.confirmAll(ctx, runId);
    const shown = { runId, count: "2", totals: { INR: "100.00" }, sign: await signOf(runId) };
    const rowId = (await driver.rows(ctx, runId)).at(-1)?.rowId;
    const withdrawn = { runId, rowId, isMeant: false, seen: [] };
    expect(await confirmBulkRow(await harness.ctxOf("admin"), withdrawn)).toEqual({ kind: "done" });
    expect(await startBulkRun(ctx, shown)).toEqual({ kind: "choices_changed" });
  });

  it("accepts a total that is larger than any one amount", async () => {
    const largest = "9999999999999.99";
    for (const reference of ["A", "B"]) {
      harness.service.addPayment({ merchant_transaction_id: reference, transaction_amount: largest });
    }
    const runId = await driver.prepare(ctx, "refund", `A,${largest}\nB,${largest}`);
    const totals = { INR: "1,99,99,99,99,99,999.98" };
    const typed = { runId, count: "2", totals, sign: await signOf(runId) };
    expect((await startBulkRun(ctx, { ...typed, totals: { INR: "19999999999999.97" } })).kind).toBe(
      "mismatch",
    );
    expect(await startBulkRun(ctx, typed)).toEqual({ kind: "started" });
  });

  it("of two people who press at once one starts it, and each row is sent once", async () => {
    const runId = await driver.prepare(ctx, "refund", driver.refunds(5));
    const colleague = await harness.ctxOf("admin");
    const outcomes = await Promise.all([driver.start(ctx, runId), driver.start(colleague, runId)]);
    expect(outcomes.map((outcome) => outcome.kind).sort()).toEqual(["not_startable", "started"]);
    await Promise.all([driver.finish(ctx, runId), driver.finish(ctx, runId)]);
    expect(harness.service.refunds).toHaveLength(5);
    expect((await driver.actions()).filter((action) => action === "bulk_started")).toHaveLength(1);
  });

  it("leaves rows with problems out, and says so of each", async () => {
    const runId = await driver.prepare(ctx, "refund", `${driver.refunds(2)}\nMISSING,5.00`);
    await driver.start(ctx, runId);
    await driver.finish(ctx, runId);
    expect(await driver.states(ctx, runId)).toEqual(["accepted", "accepted", "skipped"]);
  });

  it("does not happen when it cannot be written down (failure 38)", async () => {
    const runId = await driver.prepare(ctx, "refund", driver.refunds(1));
    const repair = await harness.breakAudit();
    await expect(driver.start(ctx, runId)).rejects.toThrow("disk full");
    await repair();
    expect(await driver.run(ctx, runId)).toMatchObject({ state: "checked" });
  });
});
