import type { ExportRunView, ScheduledExportView } from "@/lib/exports/scheduled-export-views";
import { requirePermission } from "../../auth/authorize";
import type { Ctx } from "../../context";
import { type ExportRun, listRuns } from "../store/runs";
import { listSchedules } from "../store/schedules";

const RUNS_SHOWN = 10;

/** One's own scheduled exports, newest first, each with its newest runs. */
export async function listScheduledExports(ctx: Ctx): Promise<ScheduledExportView[]> {
  await requirePermission(ctx, "view_payments", { kind: "export_schedule", id: "list" });
  const schedules = await listSchedules(ctx.pool, ctx.actor.userId);
  const runs = await listRuns(
    ctx.pool,
    schedules.map(({ id }) => id),
    RUNS_SHOWN,
  );
  const now = ctx.clock.now();
  return schedules.map(({ id, name, list, query, format, nextAt, pausedWhy, ...times }) => ({
    scheduleId: id,
    name,
    list,
    query,
    format,
    times: {
      frequency: times.frequency,
      weekday: times.weekday,
      monthDay: times.monthDay,
      atMinute: times.atMinute,
      timeZone: times.timeZone,
    },
    nextAt: nextAt.toISOString(),
    paused: pausedWhy,
    runs: runs.filter(({ scheduleId }) => scheduleId === id).map((run) => presentRun(run, now)),
  }));
}

function presentRun(run: ExportRun, now: Date): ExportRunView {
  const { id, slot, requestedAt, state, rows, bytes, why, expiresAt } = run;
  return {
    runId: id,
    at: (slot ?? requestedAt).toISOString(),
    isExtra: slot === null,
    state,
    rows,
    bytes: bytes === null ? null : parseInt(bytes.toString(), 10),
    why,
    expiresAt: expiresAt === null || expiresAt <= now ? null : expiresAt.toISOString(),
  };
}
