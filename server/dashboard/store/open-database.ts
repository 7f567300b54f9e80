import { createHmac } from "node:crypto";
import pg from "pg";
import type { AccountScope } from "@/server/platform/account-scope";
import type { OnStep } from "@/server/platform/lifecycle";
import type { Logger } from "@/server/platform/log";
import { migrate } from "@/server/platform/migrate";
import { migrationsFolder } from "@/server/platform/migrations";
import { createPool, createPoolBeside, type Db, isDatabaseOutage, type Pool } from "@/server/platform/pool";
import { inTransaction } from "@/server/platform/transaction";
import { hasWorkingRole, prepareWorkingRole, type WorkingRole } from "./working-role";

export type DatabaseOptions = {
  /** Connects as the role that owns the tables. */
  connectionString: string;
  /** Every process of the dashboard has the same secret; the working role's password is derived from it. */
  secret: string;
  applicationName: string;
  maxConnections: number;
  logger: Logger;
  onStep?: OnStep | undefined;
};

const MIGRATIONS = migrationsFolder("dashboard");

/**
 * Migrates the database to the newest version and opens it as the working role, which cannot change the audit log. If
 * the database does not allow that, it is opened as the owner, with a log line (decision 0106).
 */
export async function openDatabase(options: DatabaseOptions): Promise<Pool> {
  const { connectionString, logger } = options;
  await migrate({
    connectionString,
    folder: MIGRATIONS,
    logger,
    onStep: options.onStep,
  });
  const owner = createPool({ ...options, maxConnections: 2 });
  try {
    const working = await openAsWorkingRole(owner, options);
    if (working !== null) return working;
  } finally {
    await owner.end();
  }
  return createPool(options);
}

/**
 * Creates the schema of an account, or migrates it to the newest version (decision 0300). Safe to repeat. The pool of the
 * first account must have been opened before.
 */
export async function prepareAccountSchema(options: DatabaseOptions, scope: AccountScope): Promise<void> {
  const { connectionString, logger, onStep } = options;
  await migrate({ connectionString, folder: MIGRATIONS, schema: scope.schema, logger, onStep });
  const home = createPool({ ...options, maxConnections: 1 });
  const owner = createPoolBeside(home, { maxConnections: 1, scope, logger });
  try {
    const schema = await schemaOf(home);
    await inTransaction(owner, async (db) => {
      await followRefundHold(db, schema);
    });
    if (await hasWorkingRole(owner)) await grantToWorkingRole(owner, options);
  } finally {
    await owner.end();
    await home.end();
  }
}

/** Where the owner may not do it, the dashboard works as the owner (decision 0106), who needs no grant. */
async function grantToWorkingRole(owner: Pool, { secret, logger }: DatabaseOptions): Promise<void> {
  try {
    await inTransaction(owner, (db) => prepareWorkingRole(db, passwordFrom(secret)));
  } catch (error) {
    if (isDatabaseOutage(error)) throw error;
    logger.warn({ err: error }, "the working role was given no rights to an account's tables");
  }
}

async function schemaOf(pool: Pool): Promise<string> {
  const { rows } = await pool.query<{ schema: string }>("select current_schema() as schema");
  return rows[0]?.schema ?? "public";
}

/** An account that is added while refunds are held after a restore holds its own too; later holds reach it by a trigger. */
async function followRefundHold(db: Db, homeSchema: string): Promise<void> {
  await db.query(
    `insert into refund_hold (backup_made_at, restored_at, runs_paused_at, released_at)
     select backup_made_at, restored_at, runs_paused_at, released_at
     from ${pg.escapeIdentifier(homeSchema)}.refund_hold on conflict do nothing`,
  );
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
