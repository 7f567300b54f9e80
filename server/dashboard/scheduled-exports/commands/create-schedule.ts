import { randomUUID } from "node:crypto";
import { nextSlot } from "@/lib/exports/next-slot";
import type {
  CreateScheduleOutcome,
  ScheduleFault,
  ScheduleField,
} from "@/lib/exports/scheduled-export-views";
import { SCHEDULED_LISTS, SCHEDULED_PERMISSIONS } from "@/lib/exports/scheduled-lists";
import { inTransaction } from "@/server/platform/transaction";
import { isAccountClosed } from "../../accounts/store";
import { recordAudit } from "../../audit/store";
import { authorize } from "../../auth/authorize";
import type { Ctx } from "../../context";
import { readScheduleForm, type ScheduleForm } from "../domain/read-schedule";
import { readStoredQuery } from "../queries/prepare-export";
import { countSchedulesLocked, insertSchedule } from "../store/schedules";

/** The limit for one person. */
const MAX_SCHEDULES = 20;

/** Schedules an export of a list with its filter, for oneself. It runs under one's own rights at its time. */
export async function createSchedule(
  ctx: Ctx,
  input: { list: string; query: string; form: ScheduleForm },
): Promise<CreateScheduleOutcome> {
  const id = randomUUID();
  const subject = { kind: "export_schedule", id } as const;
  if (!(await authorize(ctx, "export_records", subject))) return { kind: "forbidden" };
  const form = readScheduleForm(input.form);
  const list = SCHEDULED_LISTS.find((name) => name === input.list);
  if (list !== undefined && !(await authorize(ctx, SCHEDULED_PERMISSIONS[list], subject)))
    return { kind: "forbidden" };
  const zone = form.ok ? form.value.timeZone : "UTC";
  const query =
    list === undefined ? null : readStoredQuery(list, input.query, { zone, now: ctx.clock.now() });
  const faults: Partial<Record<ScheduleField, ScheduleFault>> = {
    ...(!form.ok && form.error),
    ...(query?.ok !== true && { filter: query === null ? ("unknown" as const) : query.error }),
  };
  if (!form.ok || list === undefined || query?.ok !== true) return { kind: "invalid", faults };

  const ownerId = ctx.actor.userId;
  return inTransaction(ctx.pool, async (db): Promise<CreateScheduleOutcome> => {
    if ((await countSchedulesLocked(db, ownerId)) >= MAX_SCHEDULES)
      return { kind: "too_many", max: MAX_SCHEDULES };
    if (await isAccountClosed(db)) return { kind: "forbidden" };
    const at = ctx.clock.now();
    const nextAt = nextSlot(form.value, at);
    await insertSchedule(db, { ...form.value, id, ownerId, list, query: query.value, createdAt: at, nextAt });
    const { name, format, frequency } = form.value;
    await recordAudit(db, {
      at,
      actor: ctx.actor,
      action: "export_scheduled",
      subject,
      detail: { what: list, format, filter: query.value, times: frequency, note: name },
      requestId: ctx.requestId,
    });
    return { kind: "created", scheduleId: id };
  });
}
