import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { ROLES } from "@/lib/can";
import type { Ctx } from "../../context";
import { exportBulkResult } from "../queries/export-bulk-result";
import { BulkDriver } from "@/tools/testing/dashboard/bulk";
import { composed } from "@/tools/testing/dashboard/composed-role";
import { type Harness, startHarness } from "@/tools/testing/dashboard/harness";
import { createBulkRun } from "./create-bulk-run";
import { discardBulkRun } from "./discard-bulk-run";
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

describe("steering", () => {
  it("pause holds it, resume goes on for who resumed, stop leaves the rest unsent", async () => {
    const runId = await driver.prepare(ctx, "refund", driver.refunds(25));
    await driver.start(ctx, runId);
    await driver.turn(runId);
    expect(await pauseBulkRun(ctx, { runId })).toEqual({ kind: "done" });
    const done = (await driver.run(ctx, runId)).counts.accepted;
    expect(done).toBe(10);
    await driver.turn(runId);
    expect(driver.sent()).toBe(10);

    const colleague = await harness.ctxOf("admin");
    expect(await resumeBulkRun(colleague, { runId })).toEqual({ kind: "done" });
    await driver.turn(runId);
    expect(await stopBulkRun(ctx, { runId })).toEqual({ kind: "done" });
    await driver.turn(runId);
    expect(await driver.run(ctx, runId)).toMatchObject({
      state: "stopped",
      counts: { accepted: 20, not_sent: 5, ready: 0, sending: 0 },
    });
    expect(driver.sent()).toBe(20);
    const trail = (await harness.audit()).filter((row) => row.action.startsWith("bulk_"));
    expect(trail.map((row) => [row.action, row.actor_email])).toEqual([
      ["bulk_uploaded", ctx.actor.email],
      ["bulk_started", ctx.actor.email],
      ["bulk_paused", ctx.actor.email],
      ["bulk_resumed", colleague.actor.email],
      ["bulk_stopped", ctx.actor.email],
    ]);
    expect(await resumeBulkRun(ctx, { runId })).toEqual({ kind: "overtaken", state: "stopped" });
  });

  it("stops while rows are in progress: they come to their end, no other begins", async () => {
    const runId = await driver.prepare(ctx, "refund", driver.refunds(20));
    await driver.start(ctx, runId);
    harness.service.next("refund_initiate", {
      kind: "meanwhile",
      act: () => void stopBulkRun(ctx, { runId }),
    });
    await driver.turn(runId);
    await driver.turn(runId);
    const { state, counts } = await driver.run(ctx, runId);
    expect(state).toBe("stopped");
    expect(counts.accepted + counts.not_sent).toBe(20);
    expect(counts.accepted).toBe(harness.service.refunds.length);
  });

  it("discarding before the start sends nothing, and it cannot be started any more", async () => {
    const runId = await driver.prepare(ctx, "refund", driver.refunds(2));
    expect(await discardBulkRun(ctx, { runId })).toEqual({ kind: "done" });
    expect(await driver.start(ctx, runId)).toEqual({ kind: "not_startable", state: "discarded" });
    expect(driver.sent()).toBe(0);
  });
});

describe("who may", () => {
  const MAY = { refund: ["finance", "admin"], cancel: ["ops", "finance", "admin"], lookup: [...ROLES] };

  it.each(ROLES)("each kind needs what its rows need: %s (failure 33)", async (role) => {
    const person = await harness.ctxOf(role);
    for (const kind of ["refund", "cancel", "lookup"] as const) {
      const bytes = new TextEncoder().encode("reference,amount\nA,1.00");
      const isAllowed = MAY[kind].includes(role);
      const outcome = await createBulkRun(person, { kind, fileName: null, bytes });
      expect(outcome.kind, kind).toBe(isAllowed ? "created" : "forbidden");
    }
    const runId = await driver.prepare(ctx, "refund", driver.refunds(1));
    if (MAY.refund.includes(role)) return;
    const denied = { kind: "forbidden" };
    expect(await driver.start(person, runId)).toEqual(denied);
    for (const steer of [pauseBulkRun, resumeBulkRun, stopBulkRun, discardBulkRun]) {
      expect(await steer(person, { runId })).toEqual(denied);
    }
    expect((await driver.actions()).filter((action) => action === "forbidden").length).toBeGreaterThanOrEqual(
      6,
    );
    await expect(exportBulkResult(person, { runId, format: "csv" })).rejects.toThrow("forbidden");
    expect(await driver.run(ctx, runId)).toMatchObject({ state: "checked" });
  });

  it.each([
    ["deactivated", "update people set deactivated_at = now() where id = $1"],
    ["demoted", "update people set role = 'ops' where id = $1"],
  ])("somebody %s while it runs sends nothing more; a colleague can go on", async (_name, sql) => {
    const starter = await harness.ctxOf("finance");
    const runId = await driver.prepare(ctx, "refund", driver.refunds(14));
    await driver.start(starter, runId);
    await driver.turn(runId);
    await harness.pool.query(sql, [starter.actor.userId]);
    await driver.turn(runId);
    expect(await driver.run(ctx, runId)).toMatchObject({
      state: "paused",
      pauseCause: "not_allowed",
      counts: { accepted: 10, ready: 4 },
    });
    // All who may go on with it are told: the one it ran for may not.
    const told = await harness.pool.query(
      "select recipients from notification_events where event = 'bulk_paused'",
    );
    expect(told.rows).toEqual([{ recipients: null }]);
    expect(await resumeBulkRun(ctx, { runId })).toEqual({ kind: "done" });
    await driver.finish(ctx, runId);
    expect(await driver.run(ctx, runId)).toMatchObject({ state: "ended", counts: { accepted: 14 } });
  });

  it("a permission that is taken from the role of whoever it runs for pauses it", async () => {
    const role = composed(["run_bulk", "refund_payment", "view_refunds"]);
    const starter = await harness.ctxOf(role);
    const runId = await driver.prepare(ctx, "refund", driver.refunds(14));
    await driver.start(starter, runId);
    await driver.turn(runId);
    await harness.pool.query("update roles set permissions = '{run_bulk}' where id = $1", [role.id]);
    await driver.turn(runId);
    expect(await driver.run(ctx, runId)).toMatchObject({
      state: "paused",
      pauseCause: "not_allowed",
      counts: { accepted: 10, ready: 4 },
    });
  });

  it("a permission that is taken away while rows are being sent leaves these rows to be sent, and pauses it", async () => {
    const role = composed(["run_bulk", "refund_payment", "view_refunds"]);
    const starter = await harness.ctxOf(role);
    const runId = await driver.prepare(ctx, "refund", driver.refunds(6));
    await driver.start(starter, runId);
    harness.service.always("/v1/ops/refunds/balance", {
      kind: "meanwhile",
      act: () => harness.pool.query("update roles set permissions = '{run_bulk}' where id = $1", [role.id]),
    });
    await driver.turn(runId);
    expect(await driver.run(ctx, runId)).toMatchObject({
      state: "paused",
      pauseCause: "not_allowed",
      counts: { ready: 6 },
    });
    expect(driver.sent()).toBe(0);
  });

  it("rows above the amount of a role are not sent, those below are, also when it is lowered while it runs", async () => {
    const role = composed(["run_bulk", "refund_payment", "view_refunds"], {
      refundLimits: { INR: "100000000" },
    });
    const starter = await harness.ctxOf(role);
    const runId = await driver.prepare(ctx, "refund", driver.refunds(14));
    await driver.start(starter, runId);
    await driver.turn(runId);
    await harness.pool.query(`update roles set refund_limits = '{"INR": "1"}' where id = $1`, [role.id]);
    await driver.finish(ctx, runId);
    expect(await driver.run(ctx, runId)).toMatchObject({
      state: "ended",
      counts: { accepted: 10, not_sent: 4 },
    });
    expect(driver.sent()).toBe(10);
    const { rows } = await harness.pool.query<{ faults: { kind: string }[] }>(
      "select faults from bulk_rows where state = 'not_sent'",
    );
    expect(rows.map(({ faults }) => faults.map(({ kind }) => kind))).toEqual(
      Array.from({ length: 4 }, () => ["above_limit"]),
    );
  });

  it("a refused key pauses it until somebody resumes", async () => {
    const runId = await driver.prepare(ctx, "refund", driver.refunds(2));
    await driver.start(ctx, runId);
    for (let call = 0; call < 4; call += 1) {
      const body = '{"detail":"Invalid authentication hash."}';
      harness.service.next("refund_initiate", { kind: "answer", status: 401, body, effect: false });
    }
    await driver.finish(ctx, runId);
    expect(await driver.run(ctx, runId)).toMatchObject({
      state: "paused",
      pauseCause: "key_refused",
      counts: { ready: 2 },
    });
  });
});
