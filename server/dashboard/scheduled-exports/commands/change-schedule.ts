import { randomUUID } from "node:crypto";
import { nextSlot } from "@/lib/exports/next-slot";
import {
  type ChangeScheduleOutcome,
  SCHEDULE_CHANGES,
  type ScheduleChange,
} from "@/lib/exports/scheduled-export-views";
import { parseUuid } from "@/lib/parse";
import type { Db } from "@/server/platform/pool";
import { inTransaction } from "@/server/platform/transaction";
import { isAccountClosed } from "../../accounts/store";
import { type AuditAction, recordAudit } from "../../audit/store";
import { authorize } from "../../auth/authorize";
import type { Ctx } from "../../context";
import { hasOpenRun, insertRun } from "../store/runs";
import {
  deleteSchedule,
  lockSchedule,
  pauseSchedule,
  resumeSchedule,
  type Schedule,
} from "../store/schedules";

/**
 * Pauses, resumes, deletes or runs one of one's own scheduled exports; somebody else's counts as missing. Resuming and
 * running need the permission to export; pausing and deleting do not, so that a lowered role can tidy up.
 */
export async function changeSchedule(
  ctx: Ctx,
  input: { scheduleId: string; change: string },
): Promise<ChangeScheduleOutcome> {
  const id = parseUuid(input.scheduleId);
  const change = SCHEDULE_CHANGES.find((known) => known === input.change);
  const subject = { kind: "export_schedule", id: id ?? "" } as const;
  const permission = change === "resume" || change === "run" ? "export_records" : "view_payments";
  if (!(await authorize(ctx, permission, subject))) return { kind: "forbidden" };
  if (id === null || change === undefined) return { kind: "not_found" };
  return inTransaction(ctx.pool, async (db): Promise<ChangeScheduleOutcome> => {
    const schedule = await lockSchedule(db, { id, ownerId: ctx.actor.userId });
    if (schedule === null) return { kind: "not_found" };
    const begins = change === "resume" || change === "run";
    if (begins && (await isAccountClosed(db))) return { kind: "not_found" };
    const changed = await CHANGES[change](ctx, db, schedule);
    if (changed.kind !== "done") return changed;
    if (changed.action !== null) {
      await recordAudit(db, {
        at: ctx.clock.now(),
        actor: ctx.actor,
        action: changed.action,
        subject,
        detail: { what: schedule.list, note: schedule.name },
        requestId: ctx.requestId,
      });
    }
    return { kind: "done" };
  });
}

type Changed = { kind: "done"; action: AuditAction | null } | { kind: "running" };

const CHANGES: Record<ScheduleChange, (ctx: Ctx, db: Db, schedule: Schedule) => Promise<Changed>> = {
  async pause(ctx, db, { id, pausedWhy }) {
    if (pausedWhy !== null) return { kind: "done", action: null };
    await pauseSchedule(db, { id, why: "person", at: ctx.clock.now() });
    return { kind: "done", action: "export_schedule_paused" };
  },
  async resume(ctx, db, schedule) {
    if (schedule.pausedWhy === null) return { kind: "done", action: null };
    const now = ctx.clock.now();
    const nextAt = nextSlot(schedule, now);
    await resumeSchedule(db, schedule.id, { at: now, nextAt });
    return { kind: "done", action: "export_schedule_resumed" };
  },
  /** Runs it beside its slots, one at a time. Its beginning is audited by the run. */
  async run(ctx, db, { id }) {
    if (await hasOpenRun(db, id)) return { kind: "running" };
    const runId = randomUUID();
    await insertRun(db, { id: runId, scheduleId: id, slot: null, at: ctx.clock.now() });
    return { kind: "done", action: null };
  },
  async delete(_ctx, db, { id }) {
    await deleteSchedule(db, id);
    return { kind: "done", action: "export_schedule_deleted" };
  },
};
