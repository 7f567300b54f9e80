import { type Db, sqlState } from "./pool";

const UNDEFINED_TABLE = "42P01";

/** Tells this installation's database from its restored copies; null in a database that an earlier version migrated. */
export async function readInstallation(db: Db): Promise<string | null> {
  try {
    const { rows } = await db.query<{ id: string }>("select id from installation");
    return rows[0]?.id ?? null;
  } catch (error) {
    if (sqlState(error) === UNDEFINED_TABLE) return null;
    throw error;
  }
}

/** Of a database that was restored from a backup: the installation that made the backup may still run. */
export async function renewInstallation(db: Db): Promise<void> {
  const { rowCount } = await db.query("select where to_regclass('installation') is not null");
  if (rowCount === 1) await db.query("update installation set id = gen_random_uuid()");
}
