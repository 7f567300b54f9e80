import { type Db, prepared } from "@/server/platform/pool";

/** Jobs that are running, or pending with attempts left. */
const LIVES = "(is_available or locked_at is not null)";
const JOBS_OF_KEYS = prepared(
  `select key from graphile_worker._private_jobs where key = any($1) and ${LIVES}`,
);

type Keyed = { key: string };

/**
 * The statement of those rows of a table that have no job. `rows` is a condition, and `key` an expression of the row `r`
 * that names its job. Jobs are read apart from the rows: on a Citus, jobs are on the coordinator, and the rows are not.
 */
function withoutJob(table: string, columns: string, { rows, key }: { rows: string; key: string }): string {
  return `with jobs as materialized (
      select key from graphile_worker._private_jobs where key is not null and ${LIVES})
    select ${columns}, ${key} as key from ${table} r
    where ${rows} and not exists (select 1 from jobs where jobs.key = ${key})
    order by ${columns} limit $1`;
}

/**
 * Where rows and jobs are on several nodes they are read at several moments: the job of a row that was new between them is
 * found now.
 */
async function stillWithoutJob<Row extends Keyed>(db: Db, rows: readonly Row[]): Promise<Row[]> {
  if (rows.length === 0) return [];
  const found = await db.query<Keyed>({ ...JOBS_OF_KEYS, values: [rows.map(({ key }) => key)] });
  const keys = new Set(found.rows.map(({ key }) => key));
  return rows.filter(({ key }) => !keys.has(key));
}

const STALLED_PAYMENTS = withoutJob("payments", "merchant_id, id", {
  rows: "watched_until is not null",
  key: "'payment:' || r.merchant_id || ':' || r.id",
});

/** Polled payments of all merchants that have no polling job. At most `limit`. */
export async function findStalledPayments(
  db: Db,
  limit: number,
): Promise<{ merchantId: number; id: string }[]> {
  const { rows } = await db.query<Keyed & { merchant_id: number; id: string }>(STALLED_PAYMENTS, [limit]);
  return (await stillWithoutJob(db, rows)).map((row) => ({ merchantId: row.merchant_id, id: row.id }));
}
