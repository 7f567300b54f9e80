import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { findApproval, findApprovalOfRun } from "../../approvals/store";
import type { Ctx } from "../../context";
import { changeRole } from "../../people/commands/change-role";
import { setRule } from "../../testing/approvals";
import { BulkDriver } from "../../testing/bulk";
import { dieBefore } from "../../testing/dying-pool";
import { type Harness, startHarness } from "../../testing/harness";
import { poolAround } from "../../testing/pool-around";
import { findBulkRun } from "../queries/find-bulk-run";
import { pauseBulkRun } from "./pause-bulk-run";
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

/** A paused run; the process that sent its rows died before it withdrew the request of the first. */
async function pausedWithARequest(rows: number): Promise<{ runId: string; approvalId: string }> {
  const runId = await driver.prepare(ctx, "refund", driver.refunds(rows));
  expect((await driver.start(ctx, runId)).kind).toBe("started");
  await setRule(harness, "5.00");
  const pool = dieBefore(harness.services.pool, 1, (sql) => /for update of a\b/.test(sql));
  await expect(driver.turn(runId, { ...harness.services, pool })).rejects.toThrow("killed");
  await harness.pass(120_000);
  await pauseBulkRun(ctx, { runId });
  const waiting = await harness.pool.query<{ id: string }>(
    "select id from approval_requests where state = 'WAITING' order by id",
  );
  await harness.pool.query("update bulk_rows set state = 'ready'");
  return { runId, approvalId: waiting.rows[0]?.id ?? "" };
}

describe("a resume that is refused leaves a colleague's request as it is", () => {
  it("when the person lost the permission while they waited", async () => {
    const { runId, approvalId } = await pausedWithARequest(1);
    const other = await harness.ctxOf("finance");
    const admin = await harness.ctxOf("admin");
    const pool = poolAround(
      harness.services.pool,
      { when: "before", matches: /for update of b\b/ },
      async () => {
        expect(await changeRole(admin, { personId: other.actor.userId, role: "support" })).toBeDefined();
      },
    );
    const before = await harness.audit();
    expect(await resumeBulkRun({ ...other, pool }, { runId })).toEqual({ kind: "forbidden" });
    expect((await findApproval(harness.pool, approvalId))?.state).toBe("WAITING");
    expect(await driver.states(ctx, runId)).toEqual(["ready"]);
    const actions = (await harness.audit()).slice(before.length).map(({ action }) => action);
    expect(actions).not.toContain("approval_withdrawn");
  });

  it("when the page said that the run needs approval and it needs none any more", async () => {
    const { runId, approvalId } = await pausedWithARequest(1);
    const admin = await harness.ctxOf("admin");
    const outcome = await resumeBulkRun(admin, { runId, isApprovalExpected: true });
    expect(outcome).toEqual({ kind: "approval_not_needed" });
    expect((await findApproval(harness.pool, approvalId))?.state).toBe("WAITING");
    expect(await driver.states(ctx, runId)).toEqual(["ready"]);
  });
});

it("a row with a request of its own counts neither on the page nor in the request for the rest of its run", async () => {
  const { runId } = await pausedWithARequest(1);
  expect((await findBulkRun(ctx, runId))?.isApprovalNeeded).toBe(false);
  expect((await resumeBulkRun(ctx, { runId, isApprovalExpected: false })).kind).toBe("done");
  await driver.finish(ctx, runId);
  expect(await driver.states(ctx, runId)).toEqual(["not_sent"]);
  expect(await findApprovalOfRun(harness.pool, runId)).toBeNull();
  expect(driver.sent()).toBe(0);
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
