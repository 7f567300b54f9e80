import { type Db, prepared } from "@/server/platform/pool";

/** A process that has not reported for this long counts as dead. */
const ALIVE = "seen_at > now() - interval '10 seconds'";

const REPORT = prepared(
  `with gone as (delete from workers where seen_at < now() - interval '1 day' and id <> $1)
   insert into workers (id, seen_at) values ($1, now()) on conflict (id) do update set seen_at = now()`,
);

/** Says that this process has the jobs at this moment, and forgets processes that ended long ago. */
export async function reportWorker(db: Db, id: string): Promise<void> {
  await db.query({ ...REPORT, values: [id] });
}

const READ = prepared(
  `select count(*) filter (where ${ALIVE})::int as alive, max(seen_at) as "seenAt" from workers`,
);

/** The processes that have the jobs now, and when the latest one was seen; null when there never was one. */
export async function readWorkers(db: Db): Promise<{ alive: number; seenAt: Date | null }> {
  const { rows } = await db.query<{ alive: number; seenAt: Date | null }>(READ);
  return rows[0] ?? { alive: 0, seenAt: null };
}
