import { prepareJobs } from "@/server/platform/jobs";
import type { Logger } from "@/server/platform/log";
import { createPool, type Pool } from "@/server/platform/pool";
import { checkPooler } from "@/server/platform/pooler";
import { createHistory, placeOf } from "@/server/platform/replica";
import type { RoutingEnv } from "./env";
import { DELIVER_WEBHOOKS } from "./store/webhooks/webhook-tasks";
import type { Deps } from "./usecases/deps";

/** Three of them only listen for jobs: one per group of workers. */
const POOL_CONNECTIONS = 30;

/** For the replica; longer than any statement may take. */
const ANSWER_LIMIT_MS = 16_000;

export type Connections = Pick<Deps, "pool" | "sessions" | "history"> & { end(): Promise<void> };

type Address = Pick<Parameters<typeof createPool>[0], "connectionString" | "isPooler" | "answerLimitMs">;

/**
 * Opens the database connections named by the environment, with the job tables installed. Throws a StartupError when
 * they do not fit together.
 */
export async function openConnections(env: RoutingEnv, logger: Logger): Promise<Connections> {
  const opened: Pool[] = [];
  const open = (address: Address): Pool => {
    const common = { applicationName: "paydeck-routing", maxConnections: POOL_CONNECTIONS, logger };
    const pool = createPool({ ...common, ...address });
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
  env: RoutingEnv,
  logger: Logger,
  open: (address: Address) => Pool,
): Promise<Omit<Connections, "end">> {
  const { ROUTING_POOLER_URL: pooler, ROUTING_REPLICA_URL: replicaUrl } = env;
  const sessions = open({ connectionString: env.ROUTING_DATABASE_URL });
  await prepareJobs(sessions, [DELIVER_WEBHOOKS]);
  const pool = pooler === undefined ? sessions : open({ connectionString: pooler, isPooler: true });
  if (pool !== sessions) await checkPooler(pool, sessions);
  if (replicaUrl === undefined) return { pool, sessions, history: pool };
  const replica = open({ connectionString: replicaUrl, answerLimitMs: ANSWER_LIMIT_MS });
  const place = await placeOf(sessions);
  const maxLagMs = env.ROUTING_REPLICA_LAG_MS;
  return { pool, sessions, history: createHistory({ primary: pool, replica, place, maxLagMs, logger }) };
}
