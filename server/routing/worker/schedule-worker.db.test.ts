import { expect, test } from "vitest";
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
