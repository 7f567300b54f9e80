import { randomUUID } from "node:crypto";
import { nextSlot } from "@/lib/exports/next-slot";
import { inTransaction } from "@/server/platform/transaction";
import type { Services } from "../../runtime";
import { insertRun } from "../store/runs";
import { lockSchedule, setNextSlot } from "../store/schedules";

const MISSED_MS = 31 * 24 * 60 * 60_000;

/**
 * Begins a run for the slot that has come, and waits for the next one: one transaction under the schedule's lock, so
 * that a slot has one run, whichever processes see it and wherever one dies. Slots that passed while nothing ran get
 * their runs one after another, each with the range of its own time; those of more than a month ago do not. Returns when the slot
 * comes, in milliseconds, if it has not.
 */
export async function startExport(services: Services, scheduleId: string): Promise<number | null> {
  return inTransaction(services.pool, async (db) => {
    const schedule = await lockSchedule(db, { id: scheduleId, ownerId: null });
    if (schedule === null || schedule.pausedWhy !== null) return null;
    const now = services.clock.now();
    const untilDueMs = schedule.nextAt.getTime() - now.getTime();
    // A clock that was set back.
    if (untilDueMs > 0) return untilDueMs;
    const runId = randomUUID();
    await insertRun(db, { id: runId, scheduleId, slot: schedule.nextAt, at: now });
    const nextAt = nextSlot(
      schedule,
      new Date(Math.max(schedule.nextAt.getTime(), now.getTime() - MISSED_MS)),
    );
    await setNextSlot(db, scheduleId, { at: now, nextAt });
    return null;
  });
}
