import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { runner } from "node-pg-migrate";
import type { OnStep } from "./lifecycle";
import type { Logger } from "./log";
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

/** Only Postgres 17 and newer have this limit. */
const NO_TRANSACTION_LIMIT =
  "select set_config(name, '0', false) from pg_settings where name = 'transaction_timeout'";

/** The line that node-pg-migrate logs before it runs a file. */
const BEGINS = /^### MIGRATION (\S+) \(UP\) ###/;

/**
 * Brings a database to the newest of the numbered SQL files in `folder`, each in its own transaction.
 * Processes that start together wait for each other instead of failing.
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
    connectionString: options.connectionString,
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
    const citus = await client.query("select 1 from pg_extension where extname = 'citus'");
    if (citus.rowCount !== 0) await prepareForCitus(client);
    await runWithRetries(client, options, onStep);
  } finally {
    onStep(null);
    await client.end();
  }
}

/**
 * Citus sends a statement on distributed tables to its nodes with the text that it came in, and nodes refuse a text of
 * several. It also has to be told that triggers on these tables are meant: ours write rows of the same node (0332).
 */
async function prepareForCitus(client: pg.Client): Promise<void> {
  // Sequential: a transaction that has created a function on all nodes, or the reverse, changes them one after the other.
  await client.query(
    "set citus.enable_unsafe_triggers = on; set citus.multi_shard_modify_mode = 'sequential'",
  );
  const send = client.query.bind(client) as (...given: unknown[]) => Promise<unknown>;
  const sendEach = async (text: unknown, ...rest: unknown[]): Promise<unknown> => {
    const hasValues = rest.some((given) => given !== undefined);
    const statements = typeof text === "string" && !hasValues ? splitStatements(text) : [];
    if (statements.length < 2) return send(text, ...rest);
    let last: unknown;
    for (const statement of statements) last = await send(statement);
    return last;
  };
  client.query = sendEach as typeof client.query;
}

async function runWithRetries(
  client: pg.Client,
  { folder, schema, logger }: { folder: string; schema?: string | undefined; logger: Logger },
  onStep: OnStep,
): Promise<void> {
  let migration = "";
  for (;;) {
    onStep("it migrates the database");
    try {
      await runner({
        dbClient: client,
        dir: folder,
        direction: "up",
        migrationsTable: "schema_migrations",
        ...(schema === undefined ? {} : { schema, createSchema: true }),
        checkOrder: true,
        noLock: true,
        log: (line: string) => {
          const [, begun] = BEGINS.exec(line) ?? [];
          if (begun !== undefined) {
            migration = begun;
            logger.info({ migration }, "migrating the database");
            onStep(`it migrates the database (${migration})`);
          }
          logger.debug(line);
        },
      });
      return;
    } catch (error) {
      if (sqlState(error) !== LOCK_NOT_AVAILABLE) throw error;
      // The library leaves the failed transaction open.
      await client.query("rollback");
      logger.warn({ migration }, "the migration waits for sessions that use its tables");
      onStep(`it waits for sessions that use the tables of ${migration}`);
      await sleep(LOCK_PAUSE_MS);
    }
  }
}
