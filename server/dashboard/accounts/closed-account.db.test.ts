import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { bulkApprovalDecided } from "../bulk/jobs/bulk-approval-decided";
import { cancelStuck } from "../bulk/commands/cancel-stuck";
import { resumeBulkRun } from "../bulk/commands/resume-bulk-run";
import type { Ctx } from "../context";
import { changeSchedule } from "../scheduled-exports/commands/change-schedule";
import { type Harness, startHarness } from "@/tools/testing/dashboard/harness";
import { addSecondAccount, type SecondAccount } from "@/tools/testing/dashboard/second-account";
import { setAccountClosed } from "./commands/change-account";

let harness: Harness;
let second: SecondAccount;
let admin: Ctx;

beforeAll(async () => {
  harness = await startHarness();
  second = await addSecondAccount(harness);
  admin = await harness.ctxOf("admin");
  // A run has an owner, and somebody else who approves it.
  await Promise.all([second.ctxOf("finance"), second.ctxOf("finance")]);
});
afterAll(async () => {
  await second.stop();
  await harness.stop();
});

describe("closing an account", () => {
  const run = async (state: string, isApproved = false): Promise<string> => {
    const there = await second.accounts.findById(2);
    if (there === null) throw new Error("gone");
    const people = await there.pool.query<{ id: string }>("select id from people order by id limit 2");
    const [person, other] = people.rows;
    const id = randomUUID();
    const cause = state === "paused" ? "person" : null;
    await there.pool.query(
      `insert into bulk_runs (id, kind, service_address, file_name, content_hash, ignored_columns, row_count, created_by,
         created_at, state, source, acting_id, started_at, pause_cause)
       values ($1, 'refund', $2, 'a.csv', $5, '{}', 1, $3, now(), $4, 'upload', $3, now(), $6)`,
      [id, there.routing.serviceAddress, person?.id, state, id, cause],
    );
    if (isApproved) {
      const approvalId = randomUUID();
      await there.pool.query(
        `insert into approval_requests (id, kind, service_address, row_count, run_id, state, requested_by, requested_role,
           requested_at, expires_at, decided_by, decided_at)
         values ($1, 'bulk', $2, 1, $3, 'APPROVED', $4, 'finance', now(), now() + interval '1 day', $5, now())`,
        [approvalId, there.routing.serviceAddress, id, person?.id, other?.id],
      );
      await there.pool.query(
        `insert into approval_totals (approval_id, currency, amount_paise, threshold_paise) values ($1, 'INR', 100, 1)`,
        [approvalId],
      );
    }
    return id;
  };
  const stateOf = async (id: string): Promise<unknown> => {
    const there = await second.accounts.findById(2);
    const found = await there?.pool.query("select state, pause_cause as cause from bulk_runs where id = $1", [
      id,
    ]);
    return found?.rows[0];
  };

  it("pauses its runs and scheduled exports, audited there, and reopening resumes none", async () => {
    const ctx = await second.ctxOf("finance");
    const running = await run("running");
    const approved = await run("awaiting_approval", true);
    const checked = await run("checked");
    const scheduleId = randomUUID();
    await ctx.pool.query(
      `insert into export_schedules (id, owner_id, name, list, query, format, frequency, at_minute, time_zone, created_at,
         next_at)
       values ($1, $2, 'Daily', 'payments', '', 'csv', 'daily', 60, 'UTC', now(), now())`,
      [scheduleId, ctx.actor.userId],
    );
    await setAccountClosed(admin, { id: 2, isClosed: true });
    expect(await stateOf(running)).toEqual({ state: "paused", cause: "account_closed" });
    expect(await stateOf(approved)).toEqual({ state: "paused", cause: "account_closed" });
    expect(await stateOf(checked)).toEqual({ state: "checked", cause: null });
    const { rows } = await ctx.pool.query("select paused_why as why from export_schedules");
    expect(rows).toEqual([{ why: "account_closed" }]);
    const audit = await ctx.pool.query(
      "select action, subject_id as id, actor_email as by from audit_log where detail->>'cause' = 'account_closed'",
    );
    const by = admin.actor.email;
    expect(audit.rows).toHaveLength(3);
    expect(audit.rows).toContainEqual({ action: "bulk_paused", id: approved, by });
    expect(audit.rows).toMatchObject([
      { action: "bulk_paused" },
      { action: "bulk_paused" },
      { action: "export_schedule_paused", id: scheduleId, by },
    ]);

    // Requests that were under way when it was closed.
    expect(await resumeBulkRun(ctx, { runId: running, isApprovalExpected: false })).toEqual({
      kind: "not_found",
    });
    const payment = { reference: "ORD-1", transactionId: "TXN202611211795615460668" };
    expect(await cancelStuck(ctx, { runId: randomUUID(), targets: [payment] })).toEqual({
      kind: "invalid",
    });
    for (const change of ["resume", "run"])
      expect(await changeSchedule(ctx, { scheduleId, change })).toEqual({ kind: "not_found" });

    await setAccountClosed(admin, { id: 2, isClosed: false });
    expect(await stateOf(running)).toEqual({ state: "paused", cause: "account_closed" });
    expect(await resumeBulkRun(ctx, { runId: running, isApprovalExpected: false })).toEqual({ kind: "done" });
  });

  it("is seen by an approval that was given meanwhile: its run is paused, not started", async () => {
    const ctx = await second.ctxOf("finance");
    await setAccountClosed(admin, { id: 2, isClosed: true });
    const late = await run("awaiting_approval", true);
    await bulkApprovalDecided(ctx, late);
    expect(await stateOf(late)).toEqual({ state: "paused", cause: "account_closed" });
    await setAccountClosed(admin, { id: 2, isClosed: false });
  });

  it("waits for a start that is under way, and then pauses it", async () => {
    const ctx = await second.ctxOf("finance");
    const id = await run("paused");
    const outcomes = await Promise.all([
      resumeBulkRun(ctx, { runId: id, isApprovalExpected: false }),
      setAccountClosed(admin, { id: 2, isClosed: true }),
    ]);
    expect(outcomes[1]).toEqual({ kind: "saved" });
    expect(await stateOf(id)).toMatchObject({ state: "paused" });
    await setAccountClosed(admin, { id: 2, isClosed: false });
  });
});
