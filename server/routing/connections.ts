import { prepareJobs } from "@/server/platform/jobs";
import type { Logger } from "@/server/platform/log";
import { createPool } from "@/server/platform/pool";
import { checkPooler } from "@/server/platform/pooler";
import { createHistory, placeOf } from "@/server/platform/replica";
import type { RoutingEnv } from "./env";
import { DELIVER_WEBHOOKS } from "./store/webhook-tasks";
import type { Deps } from "./usecases/deps";

/** Three of them only listen for jobs: one for each group of workers. */
const POOL_CONNECTIONS = 30;

/** Of a replica; longer than any statement may take. */
const ANSWER_LIMIT_MS = 16_000;

export type Connections = Pick<Deps, "pool" | "sessions" | "history"> & { end(): Promise<void> };

/** The ways to the database that the environment names, with the job tables in it. Throws a StartupError where they do not fit. */
export async function openConnections(env: RoutingEnv, logger: Logger): Promise<Connections> {
  const common = { applicationName: "paydeck-routing", maxConnections: POOL_CONNECTIONS, logger };
  const { ROUTING_POOLER_URL: pooler, ROUTING_REPLICA_URL: replicaUrl } = env;
  const sessions = createPool({ ...common, connectionString: env.ROUTING_DATABASE_URL });
  await prepareJobs(sessions, [DELIVER_WEBHOOKS]);
  const pool =
    pooler === undefined ? sessions : createPool({ ...common, connectionString: pooler, isPooler: true });
  if (pool !== sessions) await checkPooler(pool, sessions);
  const replica =
    replicaUrl === undefined
      ? null
      : createPool({ ...common, connectionString: replicaUrl, answerLimitMs: ANSWER_LIMIT_MS });
  const maxLagMs = env.ROUTING_REPLICA_LAG_MS;
  return {
    pool,
    sessions,
    history:
      replica === null
        ? pool
        : createHistory({ primary: pool, replica, place: await placeOf(sessions), maxLagMs, logger }),
    async end() {
      const opened = new Set([pool, sessions, ...(replica === null ? [] : [replica])]);
      await Promise.all([...opened].map((one) => one.end()));
    },
  };
}
