"use server";

import { revalidatePath } from "next/cache";
import type { ChangeScheduleOutcome, CreateScheduleOutcome } from "@/lib/exports/scheduled-export-views";
import { textOf } from "@/lib/form";
import { paths } from "@/lib/paths";
import { currentCtx } from "@/server/dashboard/context";
import { changeSchedule } from "@/server/dashboard/scheduled-exports/commands/change-schedule";
import { createSchedule } from "@/server/dashboard/scheduled-exports/commands/create-schedule";

export async function createScheduleAction(
  _before: CreateScheduleOutcome | null,
  form: FormData,
): Promise<CreateScheduleOutcome> {
  const ctx = await currentCtx();
  if (ctx === null) return { kind: "signed_out" };
  const outcome = await createSchedule(ctx, {
    list: textOf(form, "list"),
    query: textOf(form, "query"),
    form: {
      name: textOf(form, "name"),
      format: textOf(form, "format"),
      frequency: textOf(form, "frequency"),
      weekday: textOf(form, "weekday"),
      monthDay: textOf(form, "monthDay"),
      time: textOf(form, "time"),
      timeZone: textOf(form, "timeZone"),
    },
  });
  if (outcome.kind === "created") revalidatePath(paths.scheduledExports());
  return outcome;
}

export async function changeScheduleAction(
  _before: ChangeScheduleOutcome | null,
  form: FormData,
): Promise<ChangeScheduleOutcome> {
  const ctx = await currentCtx();
  if (ctx === null) return { kind: "signed_out" };
  const outcome = await changeSchedule(ctx, {
    scheduleId: textOf(form, "schedule"),
    change: textOf(form, "do"),
  });
  if (outcome.kind === "done" || outcome.kind === "not_found") revalidatePath(paths.scheduledExports());
  return outcome;
}
