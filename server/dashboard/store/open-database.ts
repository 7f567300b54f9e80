import { createHmac } from "node:crypto";
import { join } from "node:path";
import { prepareJobs } from "@/server/platform/jobs";
import type { OnStep } from "@/server/platform/lifecycle";
import type { Logger } from "@/server/platform/log";
import { migrate } from "@/server/platform/migrate";
import { createPool, isDatabaseOutage, type Pool } from "@/server/platform/pool";
import { projectRoot } from "@/server/platform/root";
import { inTransaction } from "@/server/platform/transaction";
import { prepareWorkingRole, type WorkingRole } from "./working-role";

export type DatabaseOptions = {
  /** Of the role that owns the tables. */
  connectionString: string;
  /** The same for every process of the dashboard; the working role's password is derived from it. */
  secret: string;
  applicationName: string;
  maxConnections: number;
  logger: Logger;
  onStep?: OnStep | undefined;
};

/**
 * Migrates the database to the newest version and opens it as the working role, which cannot change the audit log. If
 * the database does not allow that, it is opened as the owner, with a log line (decision 0146).
 */
export async function openDatabase(options: DatabaseOptions): Promise<Pool> {
  const { connectionString, logger } = options;
  await migrate({
    connectionString,
    folder: join(projectRoot(), "server/dashboard/store/migrations"),
    logger,
    onStep: options.onStep,
  });
  const owner = createPool({ ...options, maxConnections: 2 });
  try {
    await prepareJobs(owner);
    const working = await openAsWorkingRole(owner, options);
    if (working !== null) return working;
  } finally {
    await owner.end();
  }
  return createPool(options);
}

async function openAsWorkingRole(owner: Pool, options: DatabaseOptions): Promise<Pool | null> {
  let pool: Pool | null = null;
  try {
    const role = await inTransaction(owner, (db) => prepareWorkingRole(db, passwordFrom(options.secret)));
    pool = createPool({ ...options, connectionString: addressOf(options.connectionString, role) });
    const { rows } = await pool.query<{ name: string }>("select current_user as name");
    // A connection pooler in between may sign in as another role.
    if (rows[0]?.name !== role.name) throw new Error(`signed in as ${rows[0]?.name ?? "nobody"}`);
    return pool;
  } catch (error) {
    await pool?.end();
    // An outage says nothing about rights.
    if (isDatabaseOutage(error)) throw error;
    options.logger.warn(
      { err: error },
      "the dashboard works as the owner of its tables: triggers alone keep the audit log, not rights. " +
        "Give its database role CREATEROLE",
    );
    return null;
  }
}

function passwordFrom(secret: string): string {
  return createHmac("sha256", secret)
    .update("the working role of the dashboard's database")
    .digest("base64url");
}

function addressOf(connectionString: string, role: WorkingRole): string {
  const url = new URL(connectionString);
  url.username = role.name;
  url.password = role.password;
  return url.href;
}
