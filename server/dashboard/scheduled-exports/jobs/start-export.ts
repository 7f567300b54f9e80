import { randomUUID } from "node:crypto";
import { z } from "zod";
import { nextSlot } from "@/lib/exports/next-slot";
import { inTransaction } from "@/server/platform/transaction";
import { scheduleExportRun, scheduleExportSlot } from "../../jobs/schedule";
import type { Services } from "../../runtime";
import { insertRun } from "../store/runs";
import { lockSchedule, setNextSlot } from "../store/schedules";

const MISSED_MS = 31 * 24 * 60 * 60_000;

const payloadSchema = z.object({ scheduleId: z.uuid() });

/**
 * Begins a run for the slot that has come, and waits for the next one: one transaction under the schedule's lock, so
 * that a slot has one run, whichever processes see it and wherever one dies. Slots that passed while nothing ran get
 * their runs one after another, each with the range of its own time; those of more than a month ago do not.
 */
export async function startExport(services: Services, payload: unknown): Promise<void> {
  const { scheduleId } = payloadSchema.parse(payload);
  await inTransaction(services.pool, async (db) => {
    const schedule = await lockSchedule(db, { id: scheduleId, ownerId: null });
    if (schedule === null || schedule.pausedWhy !== null) return;
    const now = services.clock.now();
    const untilDueMs = schedule.nextAt.getTime() - now.getTime();
    // The job of the schedule as it was before a change, or a clock that was set back.
    if (untilDueMs > 0) return scheduleExportSlot(db, scheduleId, untilDueMs);
    const runId = randomUUID();
    if (await insertRun(db, { id: runId, scheduleId, slot: schedule.nextAt, at: now }))
      await scheduleExportRun(db, runId, 0);
    const nextAt = nextSlot(
      schedule,
      new Date(Math.max(schedule.nextAt.getTime(), now.getTime() - MISSED_MS)),
    );
    await setNextSlot(db, scheduleId, nextAt);
    await scheduleExportSlot(db, scheduleId, Math.max(0, nextAt.getTime() - now.getTime()));
  });
}
