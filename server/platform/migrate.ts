import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { readDatabaseAddress } from "./database-address";
import { type OnStep, StartupError } from "./lifecycle";
import type { Logger } from "./log";
import {
  compareMigrations,
  type Migration,
  readApplied,
  readMigrations,
  whyItDoesNotFit,
  whyItIsNotEmpty,
} from "./migrations";
import { sqlState } from "./pool";
import { splitStatements } from "./split-statements";

/** An arbitrary constant, the same in every process that migrates. */
export const MIGRATION_LOCK = 7_242_001;

const IDLE_LIMIT_MS = 60_000;

/**
 * While a statement waits for a lock on a table, every later request of that table waits behind it, reads included. So
 * it gives up soon, and the migration is tried again after a pause (decision 0268).
 */
const LOCK_LIMIT_MS = 1_000;
const LOCK_PAUSE_MS = 3_000;
const LOCK_NOT_AVAILABLE = "55P03";

/** A table, schema, function or other object of that name exists. */
const ALREADY_EXISTS = /^42(P06|P07|710|723)$/;

const SCHEMA_MIGRATIONS = `create table if not exists schema_migrations (
  name text primary key, checksum text not null, applied_at timestamptz not null default now())`;

/** Only Postgres 17 and newer have this limit. */
const NO_TRANSACTION_LIMIT =
  "select set_config(name, '0', false) from pg_settings where name = 'transaction_timeout'";

/**
 * Brings a database to the newest of the numbered SQL files in `folder`, each in its own transaction.
 * Processes that start together wait for each other instead of failing. Throws a {@link StartupError}, and changes nothing,
 * when the database was made by another commit (decision 0398).
 */
export async function migrate(options: {
  connectionString: string;
  folder: string;
  /** Created if it is missing; the first schema of the search path by default. */
  schema?: string | undefined;
  logger: Logger;
  onStep?: OnStep | undefined;
}): Promise<void> {
  const { onStep = () => undefined } = options;
  const client = new pg.Client({
    ...readDatabaseAddress(options.connectionString),
    // A migration has no time limit, so keep-alive has to detect a server that disappeared silently.
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
  });
  client.on("error", (error) => options.logger.warn({ err: error }, "the migrating connection was lost"));
  await client.connect();
  try {
    // The limits that the database sets for its users are meant for requests; building an index may take hours, and so
    // may waiting for another process. Between statements the session waits only for this process: Postgres ends a
    // session, and its lock, after its connection was dropped silently.
    await client.query(
      `set statement_timeout = 0; set lock_timeout = 0; ${NO_TRANSACTION_LIMIT};
       set idle_in_transaction_session_timeout = ${IDLE_LIMIT_MS}; set idle_session_timeout = ${IDLE_LIMIT_MS}`,
    );
    onStep("it waits for another process that migrates the database");
    await client.query("select pg_advisory_lock($1)", [MIGRATION_LOCK]);
    await client.query(`set lock_timeout = ${LOCK_LIMIT_MS}`);
    await applyPending(client, options, onStep);
  } finally {
    onStep(null);
    await client.end();
  }
}

async function applyPending(
  client: pg.Client,
  { folder, schema, logger }: { folder: string; schema?: string | undefined; logger: Logger },
  onStep: OnStep,
): Promise<void> {
  onStep("it migrates the database");
  const known = await readMigrations(folder);
  const fit = compareMigrations(known, await readApplied(client, schema));
  const title = await describe(client, schema);
  if (fit.kind !== "fits") throw new StartupError(whyItDoesNotFit(title, fit) ?? "");
  if (fit.pending.length === 0) return;
  if (schema !== undefined) {
    const quoted = pg.escapeIdentifier(schema);
    await client.query(`create schema if not exists ${quoted}`);
    await client.query(`set search_path = ${quoted}`);
  }
  const isCitus = await prepareForCitus(client);
  for (const migration of fit.pending) {
    logger.info({ migration: migration.name }, "migrating the database");
    onStep(`it migrates the database (${migration.name})`);
    const isFirst = migration.name === known[0]?.name;
    while (!(await apply(client, migration, { isCitus, title: isFirst ? title : null }))) {
      logger.warn({ migration: migration.name }, "the migration waits for sessions that use its tables");
      onStep(`it waits for sessions that use the tables of ${migration.name}`);
      await sleep(LOCK_PAUSE_MS);
      onStep(`it migrates the database (${migration.name})`);
    }
  }
}

/** How a refusal calls the database: by its own name, since the address may contain a password. */
async function describe(client: pg.Client, schema: string | undefined): Promise<string> {
  const { rows } = await client.query<{ name: string }>("select current_database() as name");
  const database = `The database ${rows[0]?.name ?? ""}`;
  return schema === undefined ? database : `${database} (schema ${schema})`;
}

/**
 * False when a table was in use for longer than a statement waits: nothing of the migration was applied. `title`: of a database
 * to which nothing was applied yet; the refusal of one that is not empty begins with it.
 */
async function apply(
  client: pg.Client,
  { name, checksum, sql }: Migration,
  { isCitus, title }: { isCitus: boolean; title: string | null },
): Promise<boolean> {
  try {
    await client.query("begin");
    // The table is created in the same transaction: a database that cannot be used is left as it was.
    await client.query(SCHEMA_MIGRATIONS);
    // Citus sends a statement to its nodes with the text that it came in, and nodes refuse a text of several (decision 0393).
    for (const text of isCitus ? splitStatements(sql) : [sql]) await client.query(text);
    await client.query("insert into schema_migrations (name, checksum) values ($1, $2)", [name, checksum]);
    await client.query("commit");
    return true;
  } catch (error) {
    if (title !== null && error instanceof Error && ALREADY_EXISTS.test(sqlState(error) ?? ""))
      throw new StartupError(whyItIsNotEmpty(title, error.message));
    if (sqlState(error) !== LOCK_NOT_AVAILABLE) throw error;
    await client.query("rollback");
    return false;
  }
}

/**
 * Tells Citus that triggers on distributed tables are meant: ours write rows of the same node (0393). Sequential: a transaction
 * that has created a function on all nodes, or the reverse, changes them one after the other. False on a plain Postgres.
 */
async function prepareForCitus(client: pg.Client): Promise<boolean> {
  const citus = await client.query("select 1 from pg_extension where extname = 'citus'");
  if (citus.rowCount === 0) return false;
  await client.query(
    "set citus.enable_unsafe_triggers = on; set citus.multi_shard_modify_mode = 'sequential'",
  );
  return true;
}
