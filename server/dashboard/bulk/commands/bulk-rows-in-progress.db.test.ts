import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { approveRequest } from "../../approvals/commands/approve-request";
import { findApprovalOfRun } from "../../approvals/store";
import type { Ctx } from "../../context";
import { setRule } from "@/tools/testing/dashboard/approvals";
import { BulkDriver, BUSY } from "@/tools/testing/dashboard/bulk";
import { type Harness, startHarness } from "@/tools/testing/dashboard/harness";
import { poolAround } from "@/tools/testing/dashboard/pool-around";
import { bulkApprovalDecided } from "../jobs/bulk-approval-decided";
import { pauseBulkRun } from "./pause-bulk-run";
import { resumeBulkRun } from "./resume-bulk-run";

/** What is approved is all that an approved run sends, also of rows that were in progress when it was resumed. */
let harness: Harness;
let ctx: Ctx;
let driver: BulkDriver;
let runId: string;
beforeAll(async () => {
  harness = await startHarness();
});
beforeEach(async () => {
  await harness.reset();
  ctx = await harness.ctxOf("finance");
  driver = new BulkDriver(harness, 1);
  harness.service.addPayment({ merchant_transaction_id: "LARGE" });
  harness.service.addPayment({ merchant_transaction_id: "SMALL" });
  runId = await driver.prepare(ctx, "refund", "reference,amount\nLARGE,400.00\nSMALL,30.00");
  expect((await driver.start(ctx, runId)).kind).toBe("started");
});
afterAll(() => harness.stop());

const resume = () => resumeBulkRun(ctx, { runId, isApprovalExpected: true });

async function expectAllApprovedAndSent(): Promise<void> {
  expect(await resume()).toEqual({ kind: "awaits_approval" });
  const { rows } = await harness.pool.query("select amount_paise as paise from approval_totals");
  expect(rows).toEqual([{ paise: 43_000n }]);
  const approval = await findApprovalOfRun(harness.pool, runId);
  const admin = await harness.ctxOf("admin");
  expect((await approveRequest(admin, { approvalId: approval?.id, note: "Looked at" })).kind).toBe(
    "approved_bulk",
  );
  await bulkApprovalDecided(harness.services, runId);
  await driver.finish(ctx, runId);
  expect(harness.service.refunds.map(({ refund_amount: amount }) => amount).toSorted()).toEqual([
    "30.00",
    "400.00",
  ]);
}

test("a run whose row was left by a dead process is resumed with approval once the row is recovered", async () => {
  await harness.pool.query(
    `update bulk_rows set state = 'sending', claimed_until = now(), claimed_at = $2, claimed_times = 1
     where id = (select id from bulk_rows where run_id = $1 order by position limit 1)`,
    [runId, harness.clock.now()],
  );
  await pauseBulkRun(ctx, { runId });
  await setRule(harness, "20.00");
  expect(await resume()).toEqual({ kind: "rows_in_progress" });
  await harness.pass(120_000);
  await driver.turn(runId);
  await expectAllApprovedAndSent();
});

test("a run whose row is being refused by a busy service is resumed with approval after the answer", async () => {
  harness.service.next("refund_initiate", BUSY);
  let resumed: unknown = null;
  const pool = poolAround(harness.services.pool, { when: "before", matches: /refund_id = \$8/ }, async () => {
    await pauseBulkRun(ctx, { runId });
    await setRule(harness, "20.00");
    resumed = await resume();
  });
  await driver.turn(runId, { ...harness.services, pool });
  expect(resumed).toEqual({ kind: "rows_in_progress" });
  await harness.pass(120_000);
  await expectAllApprovedAndSent();
});

test("rows in progress count against the threshold, and hold up no run that needs no approval", async () => {
  await setRule(harness, "1000.00");
  harness.service.next("refund_initiate", BUSY);
  let resumed: unknown = null;
  const pool = poolAround(harness.services.pool, { when: "before", matches: /refund_id = \$8/ }, async () => {
    await pauseBulkRun(ctx, { runId });
    resumed = await resumeBulkRun(ctx, { runId, isApprovalExpected: false });
  });
  await driver.turn(runId, { ...harness.services, pool });
  expect(resumed).toEqual({ kind: "done" });
});
