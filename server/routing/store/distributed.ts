import type { Db } from "@/server/platform/pool";
import { poolOf } from "@/server/platform/transaction";

const found = new WeakMap<Db, Promise<boolean>>();

/**
 * Whether the database is a Citus, whose nodes each have some merchants' rows (decision 0393). For the few statements over
 * several merchants that it cannot run in the form that is fastest on one Postgres. A pool asks once: no process runs
 * while a database is being distributed.
 */
export async function isDistributed(db: Db): Promise<boolean> {
  const pool = poolOf(db);
  const asked = found.get(pool) ?? ask(db);
  found.set(pool, asked);
  try {
    return await asked;
  } catch (error) {
    found.delete(pool);
    throw error;
  }
}

async function ask(db: Db): Promise<boolean> {
  const { rows } = await db.query("select 1 from pg_extension where extname = 'citus'");
  return rows.length > 0;
}
