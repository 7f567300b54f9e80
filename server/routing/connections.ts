import type { Logger } from "@/server/platform/log";
import { createPool, type Pool } from "@/server/platform/pool";
import { checkPooler } from "@/server/platform/pooler";
import { createHistory, placeOf } from "@/server/platform/replica";
import type { RoutingEnv } from "./env";
import type { Deps } from "./usecases/deps";

/**
 * Requests, the work of jobs, and sessions have separate connections, so that none can block another (decision 0242).
 * Of the sessions, six listen for work, each of sixteen lookups may hold a claim, and each of two reconciliations two.
 */
const CONNECTIONS = { requests: 30, jobs: 15, sessions: 30, probes: 1 };

/** What is read for `/metrics` is given up within these, in milliseconds: the next scrape reads it again (0242). */
const PROBE_LIMITS = { statementTimeoutMs: 3_000, responseLimitMs: 4_000 };

/** The replica's response limit is longer than any statement may take. */
const RESPONSE_LIMIT_MS = 16_000;

export type Connections = Pick<Deps, "pool" | "sessions" | "history"> & {
  /** The pool for the use cases of the worker. */
  jobs: Pool;
  /** Metrics use this pool: they must be readable while requests use all of their connections (0242). */
  probes: Pool;
  replica?: Pool;
  end(): Promise<void>;
};

type Addresses = Pick<
  RoutingEnv,
  "ROUTING_DATABASE_URL" | "ROUTING_POOLER_URL" | "ROUTING_REPLICA_URL" | "ROUTING_REPLICA_LAG_MS"
>;

type Address = Pick<
  Parameters<typeof createPool>[0],
  "connectionString" | "isPooler" | "statementTimeoutMs" | "responseLimitMs" | "maxConnections"
>;

/**
 * Opens the database connections named by the environment. Throws a StartupError when they do not fit together.
 */
export async function openConnections(env: Addresses, logger: Logger): Promise<Connections> {
  const opened: Pool[] = [];
  const open = (address: Address): Pool => {
    const pool = createPool({ applicationName: "paydeck-routing", logger, ...address });
    opened.push(pool);
    return pool;
  };
  const end = async (): Promise<void> => {
    await Promise.all(opened.map((pool) => pool.end()));
  };
  try {
    return { ...(await openEach(env, logger, open)), end };
  } catch (error) {
    await end();
    throw error;
  }
}

async function openEach(
  env: Addresses,
  logger: Logger,
  open: (address: Address) => Pool,
): Promise<Omit<Connections, "end">> {
  const { ROUTING_DATABASE_URL: direct, ROUTING_POOLER_URL: pooler, ROUTING_REPLICA_URL: replicaUrl } = env;
  const sessions = open({ connectionString: direct, maxConnections: CONNECTIONS.sessions });
  const statements =
    pooler === undefined ? { connectionString: direct } : { connectionString: pooler, isPooler: true };
  const pool = open({ ...statements, maxConnections: CONNECTIONS.requests });
  const jobs = open({ ...statements, maxConnections: CONNECTIONS.jobs });
  const probes = open({ ...statements, ...PROBE_LIMITS, maxConnections: CONNECTIONS.probes });
  if (pooler !== undefined) await checkPooler(pool, sessions);
  if (replicaUrl === undefined) return { pool, jobs, sessions, probes, history: pool };
  const replica = open({
    connectionString: replicaUrl,
    maxConnections: CONNECTIONS.requests,
    responseLimitMs: RESPONSE_LIMIT_MS,
  });
  const place = await placeOf(sessions);
  const maxLagMs = env.ROUTING_REPLICA_LAG_MS;
  return {
    pool,
    jobs,
    sessions,
    probes,
    replica,
    history: createHistory({ primary: pool, replica, place, maxLagMs, logger }),
  };
}
