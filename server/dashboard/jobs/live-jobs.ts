import type { Db } from "@/server/platform/pool";

/** Those of these keys whose job is running, or waiting without having failed for good. */
export async function findLiveJobKeys(db: Db, keys: readonly string[]): Promise<Set<string>> {
  const { rows } = await db.query<{ key: string }>(
    `select key from graphile_worker._private_jobs
     where key = any($1::text[]) and (is_available or locked_at is not null)`,
    [keys],
  );
  return new Set(rows.map(({ key }) => key));
}
