import { expect, test } from "vitest";
import { compareClock } from "@/server/platform/database-clock";
import { eventually } from "@/tools/testing/routing/merchant-code";
import { useServiceWithoutWorker } from "@/tools/testing/routing/service-without-worker";
import { startScheduleWorker } from "./schedule-worker";

const byHand = useServiceWithoutWorker();

test("without a daily reconciliation nothing is compared, and no schedule waits, which an alert would report", async () => {
  const { db } = byHand.service;
  const jobs = await startScheduleWorker(byHand.deps, {
    sweepIntervalMs: 600_000,
    dailyReconciliation: "off",
  });
  const waiting = async () =>
    (
      await db.query<{ task: string }>(
        "select task from schedules where due_at <= now() or taken_by is not null",
      )
    ).rows;
  try {
    expect(await eventually(waiting, (tasks) => tasks.length === 0, 30_000)).toEqual([]);
  } finally {
    await jobs.stop();
  }
  expect((await db.query("select from reconciliation_runs")).rowCount).toBe(0);
});

test("a worker whose own clock is ahead by a payment's lifetime ends only what is overdue", async () => {
  const { db, merchant } = byHand.service;
  const { transaction_id: open } = await merchant.payment({}, null);
  const { transaction_id: overdue } = await merchant.payment({}, null);
  await db.query("update payments set expires_at = now() where id = $1", [overdue]);
  const ahead = { now: () => new Date(Date.now() + 24 * 60 * 60_000) };
  const clock = await compareClock(byHand.deps.pool, byHand.deps.logger, ahead);
  await db.query("update schedules set due_at = now()");
  const jobs = await startScheduleWorker(
    { ...byHand.deps, clock },
    { sweepIntervalMs: 600_000, dailyReconciliation: "off" },
  );
  const late = async () =>
    (
      await db.query(
        "select from schedules where task = 'sweep' and (due_at <= now() or taken_by is not null)",
      )
    ).rowCount;
  expect(await eventually(late, (count) => count === 0, 45_000)).toBe(0);
  await jobs.stop();
  const statuses = async () =>
    (
      await db.query<{ id: string; status: string }>("select id, status from payments where id = any($1)", [
        [open, overdue],
      ])
    ).rows;
  expect(new Map((await statuses()).map(({ id, status }) => [id, status]))).toEqual(
    new Map([
      [open, "INITIATED"],
      [overdue, "DROP"],
    ]),
  );
});
