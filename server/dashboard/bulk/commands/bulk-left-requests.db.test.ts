import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { approveRequest } from "../../approvals/commands/approve-request";
import type { Ctx } from "../../context";
import { resolveRefundIntent } from "../../refunds/jobs/resolve-refund-intent";
import { setRule } from "../../testing/approvals";
import { BulkDriver } from "../../testing/bulk";
import { dieBefore } from "../../testing/dying-pool";
import { type Harness, startHarness } from "../../testing/harness";
import { sendBulkBatch } from "../jobs/send-bulk-batch";
import { endBulkRow } from "../store/bulk-row-moves";
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

const LOCKS_A_REQUEST = /for update of a\b/;
const NEEDS_APPROVAL = [{ state: "not_sent", faults: [{ kind: "needs_approval" }] }];

/** A threshold is lowered while the run is sent, and the process is killed before it withdraws the row's request. */
async function killedBeforeTheWithdrawal(): Promise<{ runId: string; approvalId: string }> {
  const runId = await driver.prepare(ctx, "refund", driver.refunds(1));
  expect((await driver.start(ctx, runId)).kind).toBe("started");
  await setRule(harness, "5.00");
  const pool = dieBefore(harness.services.pool, 1, (sql) => LOCKS_A_REQUEST.test(sql));
  await expect(driver.turn(runId, { ...harness.services, pool })).rejects.toThrow("killed");
  await harness.pass(120_000);
  const approvalId = (await requests("WAITING"))[0] ?? "";
  expect(approvalId).not.toBe("");
  return { runId, approvalId };
}

async function deciderOf(approvalId: string): Promise<string | null | undefined> {
  const { rows } = await harness.pool.query<{ by: string | null }>(
    "select decided_by as by from approval_requests where id = $1",
    [approvalId],
  );
  return rows[0]?.by;
}

async function requests(state: string): Promise<string[]> {
  const { rows } = await harness.pool.query<{ id: string }>(
    "select id from approval_requests where state = $1",
    [state],
  );
  return rows.map(({ id }) => id);
}

/** The approver confirms that the row itself is no duplicate of its request. */
const decisionOf = (approvalId: string) => ({ approvalId, note: "", confirmedDuplicates: [approvalId] });

async function approve(approvalId: string): Promise<string> {
  const decision = decisionOf(approvalId);
  return (await approveRequest(await harness.ctxOf("admin"), decision)).kind;
}

async function pauseAndResume(runId: string): Promise<Ctx> {
  const other = await harness.ctxOf("admin");
  await pauseBulkRun(ctx, { runId });
  await driver.turn(runId);
  expect((await resumeBulkRun(other, { runId })).kind).toBe("done");
  return other;
}

describe("a row whose process died before it withdrew the row's request", () => {
  it("of a stopped run is not sent, and nobody can approve its request any more", async () => {
    const { runId, approvalId } = await killedBeforeTheWithdrawal();
    await stopBulkRun(ctx, { runId });
    await driver.turn(runId);
    expect(await driver.rows(ctx, runId)).toMatchObject(NEEDS_APPROVAL);
    expect(await approve(approvalId)).toBe("not_waiting");
    expect(await requests("WITHDRAWN")).toEqual([approvalId]);
    // By the job: its requester withdrew nothing.
    expect(await deciderOf(approvalId)).toBeNull();
    expect(driver.sent()).toBe(0);
  });

  it("of a run that another person resumes is not sent, and nobody can approve its request any more", async () => {
    const { runId, approvalId } = await killedBeforeTheWithdrawal();
    const other = await pauseAndResume(runId);
    await driver.finish(other, runId);
    expect(await driver.rows(ctx, runId)).toMatchObject(NEEDS_APPROVAL);
    expect(await approve(approvalId)).toBe("not_waiting");
    expect(driver.sent()).toBe(0);
  });

  it("of a run that an earlier version left is not sent once the run is stopped", async () => {
    const { runId, approvalId } = await killedBeforeTheWithdrawal();
    await harness.pool.query("update bulk_rows set state = 'ready'");
    await stopBulkRun(ctx, { runId });
    expect(await approve(approvalId)).toBe("not_waiting");
    expect(await driver.rows(ctx, runId)).toMatchObject(NEEDS_APPROVAL);
    expect(await deciderOf(approvalId)).toBe(ctx.actor.userId);
    expect((await harness.audit()).slice(-2).map(({ action }) => action)).toEqual([
      "approval_withdrawn",
      "bulk_stopped",
    ]);
  });

  it("of a run that an earlier version left is not sent once another person resumes the run", async () => {
    const { runId, approvalId } = await killedBeforeTheWithdrawal();
    await harness.pool.query("update bulk_rows set state = 'ready'");
    await pauseBulkRun(ctx, { runId });
    expect((await resumeBulkRun(await harness.ctxOf("admin"), { runId })).kind).toBe("done");
    expect(await driver.rows(ctx, runId)).toMatchObject(NEEDS_APPROVAL);
    expect(await approve(approvalId)).toBe("not_waiting");
    expect(await deciderOf(approvalId)).toBeNull();
  });

  it("follows its refund when the request is approved before the run is stopped", async () => {
    const { runId, approvalId } = await killedBeforeTheWithdrawal();
    expect(await approve(approvalId)).toBe("approved_refund");
    await stopBulkRun(ctx, { runId });
    await driver.turn(runId);
    expect(await driver.states(ctx, runId)).toEqual(["accepted"]);
    expect(driver.sent()).toBe(1);
  });

  it("is unknown, not unsent, when its approved refund is of unknown outcome and another person resumes", async () => {
    const { runId, approvalId } = await killedBeforeTheWithdrawal();
    await harness.pool.query("update bulk_rows set state = 'ready'");
    harness.service.next("refund_initiate", { kind: "drop", when: "after" });
    expect(await approve(approvalId)).toBe("approved_refund");
    expect(await driver.states(ctx, runId)).toEqual(["unknown"]);
    // As an earlier version left it.
    await harness.pool.query("update bulk_rows set state = 'ready'");
    const other = await pauseAndResume(runId);
    await driver.finish(other, runId);
    expect(await driver.states(ctx, runId)).toEqual(["unknown"]);
    await resolveRefundIntent(harness.services, { intentId: approvalId, attempt: 0 });
    expect(await driver.states(ctx, runId)).toEqual(["accepted"]);
    expect(harness.service.refunds).toHaveLength(1);
  });

  it("is in progress while its approved refund is being sent, and takes its outcome", async () => {
    const { runId, approvalId } = await killedBeforeTheWithdrawal();
    await harness.pool.query("update bulk_rows set state = 'ready'");
    const act = async (): Promise<void> => {
      await stopBulkRun(ctx, { runId });
      await driver.turn(runId);
      expect(await driver.states(ctx, runId)).toEqual(["sending"]);
    };
    harness.service.next("refund_initiate", { kind: "meanwhile", act });
    expect(await approve(approvalId)).toBe("approved_refund");
    expect(await driver.states(ctx, runId)).toEqual(["accepted"]);
    expect(driver.sent()).toBe(1);
  });

  it("of a stopped run is not sent once its approved refund certainly was not", async () => {
    const { runId, approvalId } = await killedBeforeTheWithdrawal();
    await harness.pool.query("update bulk_rows set state = 'ready'");
    const pool = dieBefore(harness.services.pool, 1, (sql) => sql.includes("state = 'SENDING', sent_at"));
    const admin = { ...(await harness.ctxOf("admin")), pool };
    await expect(approveRequest(admin, decisionOf(approvalId))).rejects.toThrow("killed");
    await stopBulkRun(ctx, { runId });
    expect(await driver.states(ctx, runId)).toEqual(["sending"]);
    await harness.pool.query(
      "update refund_intents set state = 'NOT_SENT', trouble = 'unavailable', answered_at = now()",
    );
    await driver.turn(runId);
    expect(await driver.states(ctx, runId)).toEqual(["not_sent"]);
  });
});

it("a row whose request another person resumes before its process was found dead is withdrawn at its next attempt", async () => {
  const { runId, approvalId } = await killedBeforeTheWithdrawal();
  await harness.pool.query("update bulk_runs set acting_id = $1", [
    (await harness.ctxOf("admin")).actor.userId,
  ]);
  await harness.pool.query("update bulk_rows set state = 'ready'");
  // Without the end of a turn, which would settle it first.
  await sendBulkBatch(harness.services, runId);
  expect(await driver.rows(ctx, runId)).toMatchObject(NEEDS_APPROVAL);
  expect(await approve(approvalId)).toBe("not_waiting");
});

it("no row is called unsent while its own request waits or its own refund may exist", async () => {
  const { runId, approvalId } = await killedBeforeTheWithdrawal();
  const claimed = { id: approvalId, claimedTimes: 1 };
  await endBulkRow(harness.pool, claimed, { state: "not_sent" });
  expect(await driver.states(ctx, runId)).toEqual(["sending"]);
  const act = async (): Promise<void> => {
    await endBulkRow(harness.pool, claimed, { state: "not_sent" });
    expect(await driver.states(ctx, runId)).toEqual(["sending"]);
  };
  harness.service.next("refund_initiate", { kind: "meanwhile", act });
  expect(await approve(approvalId)).toBe("approved_refund");
  expect(await driver.states(ctx, runId)).toEqual(["accepted"]);
});

it("names nobody as the one who withdrew the request that the job takes back at once", async () => {
  const runId = await driver.prepare(ctx, "refund", driver.refunds(1));
  expect((await driver.start(ctx, runId)).kind).toBe("started");
  await setRule(harness, "5.00");
  await driver.finish(ctx, runId);
  expect(await driver.rows(ctx, runId)).toMatchObject(NEEDS_APPROVAL);
  const [approvalId = ""] = await requests("WITHDRAWN");
  expect(await deciderOf(approvalId)).toBeNull();
});
