import { join } from "node:path";
import { systemClock } from "@/server/platform/clock";
import { isTracingConfigured } from "@/server/platform/env";
import { type Jobs, prepareJobs } from "@/server/platform/jobs";
import { type Running, runSystem, StartupError } from "@/server/platform/lifecycle";
import { createLogger } from "@/server/platform/log";
import { migrate } from "@/server/platform/migrate";
import { createPool } from "@/server/platform/pool";
import { checkPooler } from "@/server/platform/pooler";
import { projectRoot } from "@/server/platform/root";
import { startTracing } from "@/server/platform/tracing";
import { composeDeps, seedSandbox } from "./compose";
import { readRoutingEnv } from "./env";
import { createProbes } from "./http/probes";
import { createRateLimiter } from "./http/rate-limit";
import { createServer } from "./http/server";
import { readRoles } from "./roles";
import { createKeyUsage } from "./usecases/keys/key-usage";
import { SALT_KEY_DOES_NOT_FIT, saltKeyFits } from "./usecases/keys/salt-key-fits";
import { startWorker } from "./worker/worker";

/** Three of them only listen for jobs: one for each group of workers. */
const POOL_CONNECTIONS = 30;
const JOBS_AT_ONCE = 8;

const logger = createLogger("routing");

async function start(): Promise<Running> {
  const roles = readRoles(process.argv.slice(2));
  const env = readRoutingEnv();
  logger.level = env.ROUTING_LOG_LEVEL;
  const stopTracing = isTracingConfigured() ? await startTracing("paydeck-routing") : null;
  await migrate({
    connectionString: env.ROUTING_DATABASE_URL,
    folder: join(projectRoot(), "server/routing/store/migrations"),
    logger,
  });
  const connection = { applicationName: "paydeck-routing", maxConnections: POOL_CONNECTIONS, logger };
  const sessions = createPool({ ...connection, connectionString: env.ROUTING_DATABASE_URL });
  await prepareJobs(sessions);
  const pooler = env.ROUTING_POOLER_URL;
  const pool =
    pooler === undefined ? sessions : createPool({ ...connection, connectionString: pooler, isPooler: true });
  if (pool !== sessions) await checkPooler(pool, sessions);
  const deps = await composeDeps(env, { pool, sessions }, logger);
  if (!(await saltKeyFits(deps))) throw new StartupError(SALT_KEY_DOES_NOT_FIT);
  await seedSandbox(deps, env);

  let jobs: Jobs | null = null;
  const isReady = async (): Promise<boolean> => {
    if (roles.isWorker && jobs?.isAlive() !== true) return false;
    try {
      await pool.query("select 1 from graphile_worker.jobs limit 0");
      return true;
    } catch {
      return false;
    }
  };

  const limiter = createRateLimiter({ clock: systemClock, ...deps.keyLimits });
  const keyUsage = createKeyUsage(deps);
  const face = { deps, isReady, metricsToken: env.METRICS_TOKEN };
  const app = roles.isService ? createServer({ ...face, limiter, keyUsage }) : createProbes(face);
  const port = roles.isService ? env.ROUTING_PORT : env.ROUTING_WORKER_PORT;
  if (port !== undefined) await app.listen({ host: env.ROUTING_HOST, port });
  if (roles.isWorker) {
    jobs = await startWorker(deps, { concurrency: JOBS_AT_ONCE, sweepIntervalMs: env.SWEEP_INTERVAL_MS });
  }

  return {
    url: roles.isService ? deps.publicUrl : "worker",
    async stop() {
      await app.close();
      await jobs?.stop();
      await keyUsage.stop();
      await pool.end();
      if (sessions !== pool) await sessions.end();
      await stopTracing?.();
    },
  };
}

await runSystem(logger, start);
