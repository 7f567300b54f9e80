import { createHash } from "node:crypto";
import pg from "pg";
import { readPostgresOptions } from "./env";
import { gatherWrites } from "./pipeline-writes";
import type { Logger } from "./log";

/** Anything that runs a statement: the pool itself, or the one client that holds a transaction. */
export type Db = Pick<pg.ClientBase, "query">;
export type Pool = pg.Pool;

const INT8_OID = 20;

type Limits = { statementTimeoutMs?: number; idleInTransactionMs?: number };

const STATEMENT_TIMEOUT_MS = 15_000;
/** How much longer than a statement may run its answer may take to arrive. */
const ON_THE_WAY_MS = 5_000;

/**
 * A pool whose `bigint` columns arrive as `bigint`: money never passes through a float on its way out of SQL.
 * A statement that runs for longer than `statementTimeoutMs` is ended by the server, and so is a transaction that waits
 * for its client for longer than `idleInTransactionMs`: a process that hangs or was cut off would hold its locks for hours.
 * A connection whose answer does not arrive within `answerLimitMs` of the statement is given up, an outage to whoever waits: a
 * network that drops packets silently tells neither end (decision 0240).
 */
export function createPool(
  options: Limits & {
    connectionString: string;
    applicationName: string;
    maxConnections: number;
    logger: Logger;
    /** Five seconds more than the server lets a statement run, unless given. */
    answerLimitMs?: number;
    /**
     * The address is a pooler's, in transaction mode: the next statement may meet another connection to Postgres, so none is
     * prepared under a name, and the limits are the database's own (`checkPooler`).
     */
    isPooler?: boolean;
  },
): Pool {
  const pipelined: pg.PoolConfig & { pipeline: boolean } = {
    // What is sent without waiting travels in one packet, and is answered in its order (0165).
    pipeline: true,
    connectionString: options.connectionString,
    application_name: options.applicationName,
    max: options.maxConnections,
    connectionTimeoutMillis: 5_000,
    idleTimeoutMillis: 30_000,
    // For connections that wait for no answer: those that only listen.
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    ...(options.isPooler === true ? {} : limitsOf(options)),
    query_timeout:
      options.answerLimitMs ?? (options.statementTimeoutMs ?? STATEMENT_TIMEOUT_MS) + ON_THE_WAY_MS,
    types: {
      getTypeParser: ((oid: number, format: "text") =>
        oid === INT8_OID
          ? (text: string) => BigInt(text)
          : (pg.types.getTypeParser(oid, format) as (
              text: string,
            ) => unknown)) as typeof pg.types.getTypeParser,
    },
  };
  const pool = openPool(pipelined, options.logger);
  if (options.isPooler === true) pool.on("connect", forgetNames);
  return pool;
}

/**
 * Another pool to the same address, with the same limits unless given: what takes its connections from one does not wait for those who
 * hold the other's. Not for a pooler's address.
 */
export function createPoolBeside(
  pool: Pool,
  {
    maxConnections,
    answerLimitMs,
    logger,
  }: { maxConnections: number; answerLimitMs?: number; logger: Logger },
): Pool {
  const limits = answerLimitMs === undefined ? {} : { query_timeout: answerLimitMs };
  return openPool({ ...pool.options, max: maxConnections, ...limits }, logger);
}

function openPool(config: pg.PoolConfig, logger: Logger): Pool {
  const pool = new pg.Pool(config);
  pool.on("connect", gatherWrites);
  // A client that is lost while it is checked out emits `error` as well as failing its statement, and graphile-worker listens only to those
  // that were opened after it started.
  pool.on("connect", (client) => client.on("error", () => undefined));
  // An idle client emits `error` when Postgres goes away; unheard, it would end the process.
  pool.on("error", (error) => logger.warn({ err: error }, "an idle database connection was lost"));
  return pool;
}

function limitsOf({ statementTimeoutMs, idleInTransactionMs }: Limits): pg.PoolConfig {
  return {
    statement_timeout: statementTimeoutMs ?? STATEMENT_TIMEOUT_MS,
    // No transaction waits for anything outside the database, so this is long.
    idle_in_transaction_session_timeout: idleInTransactionMs ?? 15_000,
    // Compiling a plan takes longer than any statement here; counts look costlier to the planner than they are (0186). Each statement
    // sees what was committed before it, whatever a database's own default: locks are taken first, and read behind them (0165).
    options: `${readPostgresOptions()} -c jit=off -c default_transaction_isolation=read\\ committed`.trim(),
  };
}

/** From now on the client sends every statement without its name. */
function forgetNames(client: pg.PoolClient): void {
  const send = client.query.bind(client) as (...given: unknown[]) => unknown;
  const sendUnnamed = (statement: unknown, ...rest: unknown[]): unknown =>
    send(isNamed(statement) ? { ...statement, name: undefined } : statement, ...rest);
  client.query = sendUnnamed as typeof client.query;
}

function isNamed(statement: unknown): statement is { name: string } {
  return typeof statement === "object" && statement !== null && "name" in statement;
}

/** A statement under a name, for `db.query({ ...STATEMENT, values })`. */
export type Prepared = { name: string; text: string };

/**
 * A statement of every request: each connection has Postgres parse it once and plan it a few times, not at every use. The name
 * follows the text, so that no two statements share one. Through a pooler it goes without its name.
 */
export function prepared(text: string): Prepared {
  return { name: `p_${createHash("sha256").update(text).digest("hex").slice(0, 24)}`, text };
}

/** The SQLSTATE of a database error, or the system's code of a lost connection; null for anything else. */
export function sqlState(error: unknown): string | null {
  if (typeof error !== "object" || error === null || !("code" in error)) return null;
  return typeof error.code === "string" ? error.code : null;
}

/** The constraint that a statement ran into, when it was a unique one. */
export function violatedUniqueConstraint(error: unknown): string | null {
  if (sqlState(error) !== "23505") return null;
  const { constraint } = error as { constraint?: unknown };
  return typeof constraint === "string" ? constraint : null;
}

/**
 * True when the database could not be reached, is going down, found no time or ended a transaction that waited for its client too long, as
 * opposed to a statement it refused. Whether a statement took effect is not known then.
 */
export function isDatabaseOutage(error: unknown): boolean {
  const state = sqlState(error);
  if (state !== null) {
    return /^(08|57P|57014|53|25P03|25P04|ECONN|ETIMEDOUT|EPIPE|ENOTFOUND|EAI_AGAIN|EHOST|ENET)/.test(state);
  }
  return (
    error instanceof Error &&
    /Connection terminated|Connection ended|not queryable|Client was closed|Query read timeout|timeout exceeded when trying to connect/.test(
      error.message,
    )
  );
}
