import pg from "pg";
import { readDatabaseAddress } from "@/server/platform/database-address";
import { StartupError } from "@/server/platform/lifecycle";
import { MIGRATION_LOCK } from "@/server/platform/migrate";
import { sqlState } from "@/server/platform/pool";
import { checkCluster } from "./check-cluster";
import { distributeTables, removeCopies } from "./distribute-tables";
import { DISTRIBUTED_TABLES, REFERENCE_TABLES } from "./tables";

/** A process that uses the tables keeps its locks for milliseconds; one that waits longer for them is not stopped. */
const LOCK_LIMIT_MS = 5_000;
const LOCK_NOT_AVAILABLE = "55P03";

/**
 * Distributes the tables of a database by merchant, in one transaction: Citus commits it on every node or on none, so that
 * a crash leaves nothing half distributed, and the next run begins again. Safe to repeat.
 */
export async function distributeDatabase(
  connectionString: string,
  say: (line: string) => void,
): Promise<void> {
  const client = new pg.Client({
    ...readDatabaseAddress(connectionString),
    application_name: "paydeck-distribute",
    keepAlive: true,
  });
  client.on("error", () => undefined);
  await client.connect();
  try {
    // A history of years takes hours to copy.
    await client.query("set statement_timeout = 0; set idle_in_transaction_session_timeout = 0");
    await client.query("select pg_advisory_lock($1)", [MIGRATION_LOCK]);
    await checkCluster(client);
    await client.query(`set lock_timeout = ${LOCK_LIMIT_MS}`);
    const placed = await inOneTransaction(client, say);
    await removeCopies(client);
    const count = REFERENCE_TABLES.length + DISTRIBUTED_TABLES.length;
    say(
      placed.length === 0
        ? `All ${count} tables are distributed already. Nothing was changed.`
        : `${placed.length} of ${count} tables were distributed. The service can start.`,
    );
  } finally {
    await client.end();
  }
}

async function inOneTransaction(client: pg.Client, say: (line: string) => void): Promise<string[]> {
  try {
    await client.query("begin");
    const placed = await distributeTables(client, say);
    await client.query("commit");
    return placed;
  } catch (error) {
    await client.query("rollback").catch(() => undefined);
    if (sqlState(error) !== LOCK_NOT_AVAILABLE) throw error;
    throw new StartupError(
      "Another process uses the tables. Stop every service and worker of this database, then run the command again. Nothing was changed.",
    );
  }
}
