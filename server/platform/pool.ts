import { createHash } from "node:crypto";
import pg from "pg";
import { type AccountScope, scopeOptions } from "./account-scope";
import { readDatabaseAddress, warnOfUnverified } from "./database-address";
import { readPostgresOptions } from "./env";
import { gatherWrites } from "./pipeline-writes";
import type { Logger } from "./log";

/** Anything that runs a statement: the pool itself, or the one client that holds a transaction. */
export type Db = Pick<pg.ClientBase, "query">;
export type Pool = pg.Pool;

const INT8_OID = 20;

type Limits = { statementTimeoutMs?: number; idleInTransactionMs?: number };

const STATEMENT_TIMEOUT_MS = 15_000;
/** How much longer the response may take than the statement may run, in milliseconds. */
const ON_THE_WAY_MS = 5_000;

/**
 * A pool whose `bigint` columns arrive as `bigint`: money never passes through a float on its way out of SQL. The
 * server cancels a statement after `statementTimeoutMs`, and ends a transaction that waits for its client for longer
 * than `idleInTransactionMs`: otherwise a process that hangs or lost its network would hold its locks for hours. A
 * connection without a response within `answerLimitMs` of the statement is closed and the statement fails as an outage:
 * neither end notices a network that drops packets silently.
 */
export function createPool(
  options: Limits & {
    connectionString: string;
    applicationName: string;
    maxConnections: number;
    logger: Logger;
    /** The default is five seconds more than `statementTimeoutMs`. */
    responseLimitMs?: number;
    /**
     * The address is that of a pooler in transaction mode: consecutive statements may use different connections to
     * Postgres, so none is prepared under a name, and the limits are set in the database (`checkPooler`).
     */
    isPooler?: boolean;
  },
): Pool {
  const pipelined: pg.PoolConfig & { pipeline: boolean } = {
    // Statements sent without waiting share a packet and are answered in order (0160).
    pipeline: true,
    ...readDatabaseAddress(options.connectionString),
    application_name: options.applicationName,
    max: options.maxConnections,
    connectionTimeoutMillis: 5_000,
    idleTimeoutMillis: 30_000,
    // Connections that only listen and wait for no response need this.
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    ...(options.isPooler === true ? {} : limitsOf(options)),
    query_timeout:
      options.responseLimitMs ?? (options.statementTimeoutMs ?? STATEMENT_TIMEOUT_MS) + ON_THE_WAY_MS,
    types: {
      getTypeParser: ((oid: number, format: "text") =>
        oid === INT8_OID
          ? (text: string) => BigInt(text)
          : (pg.types.getTypeParser(oid, format) as (
              text: string,
            ) => unknown)) as typeof pg.types.getTypeParser,
    },
  };
  warnOfUnverified(options.connectionString, options.logger);
  const pool = openPool(pipelined, options.logger);
  if (options.isPooler === true) pool.on("connect", forgetNames);
  return pool;
}

/**
 * A second pool for the same address, with the same limits unless given, so that users of one pool do not wait for
 * connections held by users of the other. Not for the address of a pooler.
 */
export function createPoolBeside(
  pool: Pool,
  {
    maxConnections,
    statementTimeoutMs,
    responseLimitMs,
    scope,
    logger,
  }: {
    maxConnections: number;
    statementTimeoutMs?: number;
    responseLimitMs?: number;
    /** The account whose tables the connections use; that of the given pool unless given. */
    scope?: AccountScope;
    logger: Logger;
  },
): Pool {
  const limits = {
    ...(scope === undefined
      ? {}
      : { options: `${pool.options.options ?? ""} ${scopeOptions(scope)}`.trim() }),
    ...(statementTimeoutMs === undefined ? {} : { statement_timeout: statementTimeoutMs }),
    ...(responseLimitMs === undefined ? {} : { query_timeout: responseLimitMs }),
  };
  return openPool({ ...pool.options, max: maxConnections, ...limits }, logger);
}

function openPool(config: pg.PoolConfig, logger: Logger): Pool {
  const pool = new pg.Pool(config);
  pool.on("connect", gatherWrites);
  // A client that loses its connection while checked out emits `error` and fails its statement:
  // without a handler, that would end the process.
  pool.on("connect", (client) => client.on("error", () => undefined));
  // So does an idle one when Postgres goes away.
  pool.on("error", (error) => logger.warn({ err: error }, "an idle database connection was lost"));
  return pool;
}

function limitsOf({ statementTimeoutMs, idleInTransactionMs }: Limits): pg.PoolConfig {
  return {
    statement_timeout: statementTimeoutMs ?? STATEMENT_TIMEOUT_MS,
    // Ample, because no transaction waits for anything outside the database.
    idle_in_transaction_session_timeout: idleInTransactionMs ?? 15_000,
    // JIT compilation takes longer than any statement here, because the planner overestimates the cost of counts
    // (0186). Read committed, whatever the database's default: code takes a lock first and then reads what was
    // committed before (0160).
    options: `${readPostgresOptions()} -c jit=off -c default_transaction_isolation=read\\ committed`.trim(),
  };
}

/** Makes the client send every statement without a name. */
function forgetNames(client: pg.PoolClient): void {
  const send = client.query.bind(client) as (...given: unknown[]) => unknown;
  const sendUnnamed = (statement: unknown, ...rest: unknown[]): unknown =>
    send(isNamed(statement) ? { ...statement, name: undefined } : statement, ...rest);
  client.query = sendUnnamed as typeof client.query;
}

function isNamed(statement: unknown): statement is { name: string } {
  return typeof statement === "object" && statement !== null && "name" in statement;
}

/** A named (prepared) statement, for `db.query({ ...STATEMENT, values })`. */
type Prepared = { name: string; text: string };

/**
 * A statement that every request uses: each connection parses it once and plans it a few times instead of at every use.
 * The name is a hash of the text, so that no two statements share one. Through a pooler it is sent without a name.
 */
export function prepared(text: string): Prepared {
  return { name: `p_${createHash("sha256").update(text).digest("hex").slice(0, 24)}`, text };
}

/** The SQLSTATE of a database error, or the system error code of a lost connection; null for any other error. */
export function sqlState(error: unknown): string | null {
  if (typeof error !== "object" || error === null || !("code" in error)) return null;
  return typeof error.code === "string" ? error.code : null;
}

/**
 * Whether a statement failed because of this unique constraint. Citus passes a node's error on with its message alone,
 * in which the constraint's name ends with the number of a shard.
 */
export function violatesUnique(error: unknown, constraint: string): boolean {
  if (sqlState(error) !== "23505") return false;
  const { constraint: named, message } = error as { constraint?: unknown; message?: unknown };
  return typeof named === "string"
    ? named === constraint
    : typeof message === "string" && new RegExp(`\\b${constraint}(_\\d+)?\\b`).test(message);
}

/**
 * True when the database itself gave up a statement that took too long or waited too long for a lock: certainly nothing took
 * effect, other than after most outages. False for our own time limit, after which the response is unknown.
 */
export function hasGivenUp(error: unknown): boolean {
  return /^(57014|55P03)$/.test(sqlState(error) ?? "");
}

/**
 * True when the database could not be reached, is shutting down, timed out, also while it waited for a lock, or ended a transaction that waited too long
 * for its client; false when it refused the statement. After an outage it is unknown whether the statement took effect.
 */
export function isDatabaseOutage(error: unknown): boolean {
  const state = sqlState(error);
  // Citus lost the node during its COMMIT, which may have taken effect there.
  if (state === "XX000")
    return error instanceof Error && /^could not commit transaction for shard/.test(error.message);
  if (state !== null) {
    return /^(08|57P|57014|55P03|53|25P03|25P04|ECONN|ETIMEDOUT|EPIPE|ENOTFOUND|EAI_AGAIN|EHOST|ENET|EPROTO|ERR_SSL)/.test(
      state,
    );
  }
  return (
    error instanceof Error &&
    /Connection terminated|Connection ended|not queryable|Client was closed|Query read timeout|timeout expired|timeout exceeded when trying to connect/.test(
      error.message,
    )
  );
}
