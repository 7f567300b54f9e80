import type { Ctx } from "@/server/dashboard/context";
import { createSchedule } from "@/server/dashboard/scheduled-exports/commands/create-schedule";
import { listScheduledExports } from "@/server/dashboard/scheduled-exports/queries/list-schedules";
import { waitingRows } from "./due-work";
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

/** What waits for a worker of these exports. */
export async function waitingExports({ pool }: Harness): Promise<string[]> {
  const rows = await waitingRows(pool, ["start-scheduled-export", "write-scheduled-export"]);
  return rows.map(({ task }) => task).sort();
}
