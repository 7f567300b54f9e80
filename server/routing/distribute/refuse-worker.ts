import pg from "pg";
import { readDatabaseAddress } from "@/server/platform/database-address";
import { StartupError } from "@/server/platform/lifecycle";

/**
 * Throws a StartupError when the address is that of a worker node of a Citus: jobs are on the coordinator alone, and a
 * process that began another job table here would add jobs that nobody runs.
 */
export async function refuseWorkerNode(connectionString: string): Promise<void> {
  const client = new pg.Client({ ...readDatabaseAddress(connectionString), connectionTimeoutMillis: 5_000 });
  client.on("error", () => undefined);
  await client.connect();
  try {
    const { rows } = await client.query("select 1 from pg_extension where extname = 'citus'");
    if (rows.length === 0) return;
    const group = await client.query<{ groupid: number }>("select groupid from pg_dist_local_group");
    if ((group.rows[0]?.groupid ?? 0) === 0) return;
    throw new StartupError(
      "The database's address is that of a worker node. Set ROUTING_DATABASE_URL to the address of the coordinator.",
    );
  } finally {
    await client.end();
  }
}
