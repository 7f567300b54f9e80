import pg from "pg";
import type { Db } from "@/server/platform/pool";

/** The role that the dashboard uses: not the owner of its tables (decision 0106). */
export type WorkingRole = { name: string; password: string };

const MAX_NAME = 63;

/**
 * Creates the working role of this database if it is missing, and grants what the dashboard needs and nothing more: on
 * the audit log, select and insert. Called by the owner of the tables after every migration, in a transaction. Throws
 * the database's error when the owner may not create roles.
 */
export async function prepareWorkingRole(db: Db, password: string): Promise<WorkingRole> {
  await db.query("select pg_advisory_xact_lock(hashtextextended('prepare-working-role', 0))");
  const { database, schema } = await readPlace(db);
  const name = nameOf(database);
  const role = pg.escapeIdentifier(name);
  const secret = pg.escapeLiteral(password);

  const known = await db.query("select from pg_roles where rolname = $1", [name]);
  if (known.rowCount === 0) await db.query(`create role ${role} login password ${secret}`);
  else await db.query(`alter role ${role} password ${secret}`);

  await db.query(`grant connect on database ${pg.escapeIdentifier(database)} to ${role}`);
  const quoted = pg.escapeIdentifier(schema);
  await db.query(`
    grant usage on schema ${quoted} to ${role};
    grant select, insert, update, delete on all tables in schema ${quoted} to ${role};
    grant usage, select on all sequences in schema ${quoted} to ${role};
    revoke all on audit_log, audit_head, schema_migrations from ${role};
    grant select, insert on audit_log to ${role};
    grant select on audit_head, schema_migrations to ${role}`);
  return { name, password };
}

/** False where the owner may not create roles. */
export async function hasWorkingRole(db: Db): Promise<boolean> {
  const { database } = await readPlace(db);
  const { rowCount } = await db.query("select from pg_roles where rolname = $1", [nameOf(database)]);
  return rowCount === 1;
}

function nameOf(database: string): string {
  return `${database.slice(0, MAX_NAME - 4)}_app`;
}

async function readPlace(db: Db): Promise<{ database: string; schema: string }> {
  const { rows } = await db.query<{ database: string; schema: string }>(
    "select current_database() as database, current_schema() as schema",
  );
  if (rows[0] === undefined) throw new Error("the database does not say where it is");
  return rows[0];
}
