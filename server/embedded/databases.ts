import pg from "pg";
import { StartupError } from "@/server/platform/lifecycle";

/** A database and the role that owns it, of one name. */
export type OwnedDatabase = {
  name: string;
  password: string;
  /** Whether its owner makes a lesser role to work as (decision 0146). */
  createsRoles?: boolean;
};

/**
 * Makes sure that each database exists, owned by its own role, and that no other role can connect to it. Each step
 * is safe to repeat, so a kill in between is healed by the next start.
 */
export async function prepareDatabases(adminUrl: string, databases: readonly OwnedDatabase[]): Promise<void> {
  const client = new pg.Client({ connectionString: adminUrl });
  try {
    await client.connect();
    await client.query("revoke connect on database postgres, template1 from public");
    for (const database of databases) await prepare(client, database);
  } catch (error) {
    if (error instanceof pg.DatabaseError && error.code === "28P01") {
      throw new StartupError(
        "The database does not accept the password in secrets.json: the two are not of the same run. " +
          "Restore the secrets.json that belongs to it, or move both away to start empty.",
      );
    }
    throw error;
  } finally {
    await client.end();
  }
}

async function prepare(
  client: pg.Client,
  { name, password, createsRoles = false }: OwnedDatabase,
): Promise<void> {
  const role = pg.escapeIdentifier(name);
  const roles = await client.query("select 1 from pg_roles where rolname = $1", [name]);
  if (roles.rows.length === 0) {
    await client.query(`create role ${role} login password ${pg.escapeLiteral(password)}`);
  }
  const found = await client.query("select 1 from pg_database where datname = $1", [name]);
  if (found.rows.length === 0) await client.query(`create database ${role} owner ${role}`);
  if (createsRoles) await client.query(`alter role ${role} createrole`);
  await client.query(`revoke connect, temporary on database ${role} from public`);
}
