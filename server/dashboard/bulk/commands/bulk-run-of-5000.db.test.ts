import { afterAll, beforeAll, expect, it } from "vitest";
import { exportBulkResult } from "../queries/export-bulk-result";
import { findBulkRun } from "../queries/find-bulk-run";
import { BulkDriver } from "@/tools/testing/dashboard/bulk";
import { type Harness, startHarness } from "@/tools/testing/dashboard/harness";

let harness: Harness;

beforeAll(async () => {
  harness = await startHarness();
});
afterAll(() => harness.stop());

it("a file of 5,000 rows goes from its upload to its result", async () => {
  const ctx = await harness.ctxOf("finance");
  const references = Array.from({ length: 5_000 }, (_, index) => `PAY-${index + 1}`);
  for (const reference of references) harness.service.addPayment({ merchant_transaction_id: reference });
  const long = new BulkDriver(harness, 200);
  const runId = await long.prepare(ctx, "lookup", references.join("\n"));
  await long.start(ctx, runId);
  await long.finish(ctx, runId);
  expect((await findBulkRun(ctx, runId))?.run).toMatchObject({ state: "ended", counts: { done: 5_000 } });
  expect(harness.service.callsOf("transaction_status")).toHaveLength(5_000);
  const result = await exportBulkResult(ctx, { runId, format: "csv" });
  expect((await result?.text())?.trim().split("\r\n")).toHaveLength(5_001);
}, 900_000);
