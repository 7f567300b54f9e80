import type { Ctx } from "@/server/dashboard/context";
import { createSchedule } from "@/server/dashboard/scheduled-exports/commands/create-schedule";
import { listScheduledExports } from "@/server/dashboard/scheduled-exports/queries/list-schedules";
import type { Harness } from "./harness";

/** The form of a schedule: each day at 09:30 UTC. */
export const SCHEDULE_FORM = {
  name: "Every morning",
  format: "csv",
  frequency: "daily",
  weekday: "",
  monthDay: "",
  time: "15:00",
  timeZone: "Asia/Kolkata",
};

/** Schedules an export of payments. Returns the schedule's id. */
export async function scheduled(
  by: Ctx,
  more: Partial<typeof SCHEDULE_FORM> = {},
  query = "",
): Promise<string> {
  const form = { ...SCHEDULE_FORM, ...more };
  const outcome = await createSchedule(by, { list: "payments", query, form });
  if (outcome.kind !== "created") throw new Error(JSON.stringify(outcome));
  return outcome.scheduleId;
}

/** The runs of all schedules of a person. */
export const runsOf = async (by: Ctx) => (await listScheduledExports(by)).flatMap(({ runs }) => runs);

/** The kinds of the jobs that wait. */
export async function exportJobs({ pool }: Harness): Promise<string[]> {
  const { rows } = await pool.query<{ key: string }>(
    "select key from graphile_worker._private_jobs where key ~ 'scheduled-export' order by key",
  );
  return rows.map(({ key }) => key.split(":")[0] ?? "");
}
