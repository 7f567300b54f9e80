import pg from "pg";
import { runner } from "node-pg-migrate";
import type { Logger } from "./log";

/** Any constant will do, as long as every process that migrates uses the same one. */
const MIGRATION_LOCK = 7_242_001;

/**
 * Brings a database to the newest of the numbered SQL files in `folder`, each in its own transaction.
 * Processes that start together wait for each other instead of failing.
 */
export async function migrate(options: {
  connectionString: string;
  folder: string;
  logger: Logger;
}): Promise<void> {
  const client = new pg.Client({ connectionString: options.connectionString });
  client.on("error", (error) => options.logger.warn({ err: error }, "the migrating connection was lost"));
  await client.connect();
  try {
    // Limits that the database sets for its users are for requests; building an index may take hours.
    await client.query("set statement_timeout = 0; set idle_in_transaction_session_timeout = 0");
    await client.query("select pg_advisory_lock($1)", [MIGRATION_LOCK]);
    await runner({
      dbClient: client,
      dir: options.folder,
      direction: "up",
      migrationsTable: "schema_migrations",
      checkOrder: true,
      noLock: true,
      log: (line: string) => options.logger.debug(line),
    });
  } finally {
    await client.end();
  }
}
