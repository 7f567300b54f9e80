import { afterAll, beforeAll, expect, it } from "vitest";
import { composed } from "@/tools/testing/dashboard/composed-role";
import { runsOf, scheduled } from "@/tools/testing/dashboard/export-schedules";
import { type Harness, startHarness } from "@/tools/testing/dashboard/harness";
import { startExport } from "./jobs/start-export";
import { writeExport } from "./jobs/write-export";
import { listScheduledExports } from "./queries/list-schedules";

let harness: Harness;
beforeAll(async () => {
  harness = await startHarness();
});
afterAll(() => harness.stop());

// While two versions run, the older one takes runs of lists that only the newer one knows.
it("a run of a list that only a newer version knows pauses no schedule, and is not said to be a matter of the role", async () => {
  const ctx = await harness.ctxOf(composed(["view_payments", "view_refunds", "export_records"]));
  const scheduleId = await scheduled(ctx);
  await harness.pool.query("alter table export_schedules drop constraint export_schedules_list_check");
  await harness.pool.query("update export_schedules set list = 'of_a_newer_version'");
  harness.clock.advance(24 * 60 * 60_000);
  await startExport(harness.services, scheduleId);
  const [run] = await runsOf(ctx);
  await writeExport(harness.services, run?.runId ?? "");
  const [schedule] = await listScheduledExports(ctx);
  expect(schedule).toMatchObject({ paused: null });
  expect(await runsOf(ctx)).not.toContainEqual(expect.objectContaining({ state: "failed" }));
});
