import { join } from "node:path";
import { systemClock } from "@/server/platform/clock";
import { type Jobs, prepareJobs } from "@/server/platform/jobs";
import { type Running, runSystem, StartupError } from "@/server/platform/lifecycle";
import { createLogger } from "@/server/platform/log";
import { migrate } from "@/server/platform/migrate";
import { createPool } from "@/server/platform/pool";
import { projectRoot } from "@/server/platform/root";
import { IdSequence } from "./domain/ids";
import { readRoutingEnv, type RoutingEnv } from "./env";
import { createSimulator, SIMULATOR } from "./gateway/simulator/simulator";
import { createRateLimiter } from "./http/rate-limit";
import { createServer } from "./http/server";
import { createSaltBox } from "./store/salt-box";
import type { Deps } from "./usecases/deps";
import { createMerchant } from "./usecases/manage-merchants";
import { startWorker } from "./worker/worker";

const SANDBOX_MERCHANT = "Sandbox";
const POOL_CONNECTIONS = 20;
const JOBS_AT_ONCE = 8;

const logger = createLogger("routing");

async function start(): Promise<Running> {
  const env = readRoutingEnv();
  logger.level = env.ROUTING_LOG_LEVEL;
  await migrate({
    connectionString: env.ROUTING_DATABASE_URL,
    folder: join(projectRoot(), "server/routing/store/migrations"),
    logger,
  });
  const pool = createPool({
    connectionString: env.ROUTING_DATABASE_URL,
    applicationName: "paydeck-routing",
    maxConnections: POOL_CONNECTIONS,
    logger,
  });
  await prepareJobs(pool);

  const simulator = createSimulator({ pool, clock: systemClock, refundMs: env.SIMULATOR_REFUND_MS });
  const deps: Deps = {
    pool,
    clock: systemClock,
    logger,
    gateways: new Map([[simulator.name, simulator]]),
    ids: new IdSequence(),
    saltBox: createSaltBox(env.ROUTING_SALT_KEY),
    publicUrl: (env.ROUTING_PUBLIC_URL ?? `http://${env.ROUTING_HOST}:${env.ROUTING_PORT}`).replace(
      /\/$/,
      "",
    ),
    paymentLifetimeMs: env.PAYMENT_LIFETIME_MS,
  };
  await seedSandbox(deps, env);

  const limiter = createRateLimiter({
    clock: systemClock,
    perSecond: env.RATE_LIMIT_PER_SECOND,
    burst: env.RATE_LIMIT_BURST,
  });
  let jobs: Jobs | null = null;
  const isReady = async (): Promise<boolean> => {
    if (jobs?.isAlive() !== true) return false;
    try {
      await pool.query("select 1 from graphile_worker.jobs limit 0");
      return true;
    } catch {
      return false;
    }
  };
  const app = createServer({ deps, limiter, isReady });
  await app.listen({ host: env.ROUTING_HOST, port: env.ROUTING_PORT });
  const worker = await startWorker(deps, {
    concurrency: JOBS_AT_ONCE,
    sweepIntervalMs: env.SWEEP_INTERVAL_MS,
  });

  jobs = worker;

  return {
    url: deps.publicUrl,
    async stop() {
      await app.close();
      await worker.stop();
      await pool.end();
    },
  };
}

/** The merchant that a fresh clone works with; its key and salt are taken at the first start only (design, section 5). */
async function seedSandbox(deps: Deps, env: RoutingEnv): Promise<void> {
  const { SANDBOX_API_KEY: apiKey, SANDBOX_API_SALT: salt } = env;
  if (apiKey === undefined && salt === undefined) return;
  if (apiKey === undefined || salt === undefined) {
    throw new StartupError("Set both SANDBOX_API_KEY and SANDBOX_API_SALT, or neither.");
  }
  const created = await createMerchant({ ...deps, defaultGateway: SIMULATOR }, SANDBOX_MERCHANT, {
    apiKey,
    salt,
  });
  if (created.ok || created.error.kind === "name_taken") return;
  throw new Error(`the sandbox merchant could not be created: ${created.error.kind}`);
}

await runSystem(logger, start);
