import { randomUUID } from "node:crypto";
import type { Pool } from "@/server/platform/pool";
import { type Kind, KINDS } from "@/server/dashboard/jobs/work";
import type { Services } from "@/server/dashboard/runtime";

/** A row that is its own job; `inMs`: when it is due. */
export type WaitingRow = { task: string; id: string; lane: string; inMs: number };

const ID_OF: Record<string, string> = {
  tracked_refunds: "refund_id",
  bulk_cancel_polls: "run_id",
  email_turns: "person_id",
  chat_turns: "channel_id",
  schedules: "task",
};
const LANE_OF: Record<string, string> = { tracked_refunds: "service_address", schedules: "task" };

/** The rows that wait for a worker, by the time at which they are due; without those that recur by the clock. */
export async function waitingRows(
  pool: Pool,
  tasks: readonly string[] = KINDS.map(({ task }) => task).filter((task) => task !== "schedules"),
): Promise<WaitingRow[]> {
  const selects = KINDS.filter(({ task }) => tasks.includes(task)).map(
    ({ task, rows: { table } }) =>
      `select '${task}' as task, ${ID_OF[table] ?? "id"}::text as id, ${LANE_OF[table] ?? "'all'"} as lane,
         (extract(epoch from due_at - now()) * 1000)::float8 as "inMs" from ${table} where due_at is not null
         and (taken_until is null or taken_until <= now())`,
  );
  const { rows } = await pool.query<WaitingRow>(
    `select * from (${selects.join(" union all ")}) waiting order by "inMs", task, id`,
  );
  return rows;
}

export function kindOf(task: string): Kind {
  const kind = KINDS.find((each) => each.task === task);
  if (kind === undefined) throw new Error(`no rows are worked on as ${task}`);
  return kind;
}

/**
 * Makes the step of one row as a worker does, due or not; false when another worker has it. A step that fails leaves its claim, as a
 * process that dies.
 */
export async function makeStep(
  services: Services,
  { task, id, lane = "all" }: { task: string; id: string; lane?: string },
): Promise<boolean> {
  const { rows, step } = kindOf(task);
  const row = await rows.takeOne(services.pool, randomUUID(), { id, lane });
  if (row === null) return false;
  await rows.release(services.pool, [{ row, pauseMs: await step(services, row) }]);
  return true;
}

/** Makes one step of each row of a task that waits, whenever it is due; returns their ids. */
export async function stepAll(services: Services, pool: Pool, task: string): Promise<string[]> {
  const waiting = await waitingRows(pool, [task]);
  for (const row of waiting) await makeStep(services, row);
  return waiting.map(({ id }) => id);
}

/** Lets time pass for rows and the claims of their workers. */
export async function passForRows(pool: Pool, ms: number): Promise<void> {
  for (const { rows } of KINDS)
    await pool.query(
      `update ${rows.table} set due_at = due_at - $1::float8 * interval '1 millisecond',
         taken_until = taken_until - $1::float8 * interval '1 millisecond' where due_at is not null`,
      [ms],
    );
}
