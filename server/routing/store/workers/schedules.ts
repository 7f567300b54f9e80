import { dueRows, type Work } from "@/server/platform/due-rows/due-rows";

/** What recurs by the clock. */
export type ScheduledTask = "sweep" | "sum-payments" | "reconcile-daily";
type ScheduleId = { task: ScheduledTask };

/** A schedule that this worker has. */
type TakenSchedule = ScheduleId & Work;

/** Its lanes are its tasks: none waits for another. */
export const schedules = dueRows<ScheduleId, ScheduleId, TakenSchedule>({
  table: "schedules",
  key: [{ column: "task", type: "text", value: ({ task }) => task }],
  lane: "task",
  join: null,
  columns: "t.task",
  fromRow: ({ task }) => ({ task }),
  // The coordinator of a Citus has all of them.
  isDistributed: () => Promise.resolve(false),
});
