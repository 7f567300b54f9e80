import { isFree } from "../due-rows/due-rows";
import type { Db } from "../pool";

type JobState = "due" | "planned" | "running";

/** The due rows of a system at one moment. */
export type JobWork = {
  counts: readonly { task: string; state: JobState; count: number }[];
  /** How long the oldest due row of a task has waited for a worker, in seconds. */
  lags: readonly { task: string; seconds: number }[];
  /** Processes whose workers have reported lately. */
  aliveWorkers: number;
};

/** Rows of a table that are their own jobs: `task` is an SQL expression, `where` which of them count. */
type DueTable = { task: string; table: string; where: string };

/** Rows that a worker has or that wait for one. `values`: the parameters of the conditions. */
export async function readDueWork(
  db: Db,
  tables: readonly DueTable[],
  values: readonly unknown[] = [],
): Promise<Omit<JobWork, "aliveWorkers">> {
  const rowsOf = ({ task, table, where }: DueTable): string =>
    `select ${task} as task, due_at, case when not ${isFree(table)} then 'running'
       when due_at <= now() then 'due' else 'planned' end as state from ${table} where ${where}`;
  const { rows } = await db.query<JobWork["counts"][number] & { seconds: number }>(
    `select task, state, count(*)::int as count, extract(epoch from now() - min(due_at))::float8 as seconds
     from (${tables.map(rowsOf).join(" union all ")}) moving group by task, state`,
    [...values],
  );
  return { counts: rows, lags: rows.filter(({ state }) => state === "due") };
}
