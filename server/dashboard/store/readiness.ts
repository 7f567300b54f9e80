import type { Db } from "@/server/platform/pool";

/** Whether the database responds and a job worker is alive (its lease: `platform/jobs.ts`). */
export async function isReady(db: Db): Promise<boolean> {
  const { rows } = await db.query<{ isAlive: boolean }>(
    `select exists (select 1 from job_worker_leases where seen_at > now() - interval '10 seconds') as "isAlive"`,
  );
  return rows[0]?.isAlive ?? false;
}
