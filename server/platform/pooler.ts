import { randomInt } from "node:crypto";
import pg from "pg";
import { StartupError } from "./lifecycle";
import type { Pool } from "./pool";
import { inTransaction } from "./transaction";

/**
 * Throws a StartupError unless `pooled` reaches, through a pooler in transaction mode, the same database as `direct`,
 * with statement timeouts set there: a pooler does not pass on the limits that its clients set (decision 0183).
 */
export async function checkPooler(pooled: Pool, direct: Pool): Promise<void> {
  if (!(await isSameDatabase(pooled, direct))) {
    throw new StartupError("ROUTING_POOLER_URL leads to another database than ROUTING_DATABASE_URL.");
  }
  const { rows } = await pooled.query<{ name: string; setting: string; database: string; role: string }>(
    `select name, setting, current_database() as database, current_user as role from pg_settings
     where name in ('statement_timeout', 'idle_in_transaction_session_timeout') and setting = '0' order by name`,
  );
  if (rows.length === 0) return;
  const remedies = rows.map(
    ({ name, role, database }) =>
      `alter role ${pg.escapeIdentifier(role)} in database ${pg.escapeIdentifier(database)} set ${name} = '15s';`,
  );
  throw new StartupError(
    `Through ROUTING_POOLER_URL, a statement that hangs would hold its locks for ever. Set limits in the database, then let the pooler reconnect:\n${remedies.join("\n")}`,
  );
}

/** A lock held through one connection is visible through the other. */
async function isSameDatabase(pooled: Pool, direct: Pool): Promise<boolean> {
  const lock = randomInt(2 ** 31);
  const take = "select pg_try_advisory_xact_lock($1, $2) as taken";
  return inTransaction(direct, async (db) => {
    await db.query(take, [lock, lock]);
    const { rows } = await pooled.query<{ taken: boolean }>(take, [lock, lock]);
    return rows[0]?.taken === false;
  });
}
