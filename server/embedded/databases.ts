import pg from "pg";
import { StartupError } from "@/server/platform/lifecycle";

/** A database and its owner role of the same name. */
export type OwnedDatabase = {
  name: string;
  password: string;
  /** Whether the owner creates a role with fewer privileges for its work (decision 0106). */
  createsRoles?: boolean;
};

/**
 * Ensures that each database exists, is owned by its own role, and that no other role can connect to it. Each step is
 * safe to repeat, so the next start completes a run that was killed.
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
