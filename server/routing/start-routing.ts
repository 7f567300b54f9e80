import { commandsHere } from "@/server/platform/commands-here";
import { elapsedMs, systemClock } from "@/server/platform/clock";
import { compareClock, type ComparedClock } from "@/server/platform/database-clock";
import type { Jobs } from "@/server/platform/run-job";
import { type OnStep, type Running, StartupError } from "@/server/platform/lifecycle";
import type { Logger } from "@/server/platform/log";
import { migrate } from "@/server/platform/migrate";
import { migrationsFolder } from "@/server/platform/migrations";
import { cachedReading } from "@/server/platform/metrics/cached-reading";
import { watchReadiness } from "@/server/platform/readiness";
import { areRefundsHeld, REFUNDS_ARE_HELD } from "@/server/platform/refund-hold";
import { retryDuringOutage } from "@/server/platform/retry-during-outage";
import { composeDeps, seedMerchant, seedSandbox } from "./compose";
import { type Connections, openConnections } from "./connections";
import { refuseWorkerNode } from "./distribute/refuse-worker";
import type { RoutingEnv } from "./env";
import { createProbes } from "./http/probes";
import { createRateLimiter } from "./http/rate-limit";
import { createServer } from "./http/server";
import type { Roles } from "./roles";
import type { Deps } from "./usecases/deps";
import { recordVendors } from "./usecases/gateways/record-vendors";
import { createKeyUsage } from "./usecases/keys/key-usage";
import {
  isKeyWrong,
  readSealedState,
  SALT_KEY_DOES_NOT_FIT,
  type SealedState,
  SOME_ARE_UNREADABLE,
} from "./usecases/keys/sealed-state";
import { readReplicaLag } from "@/server/platform/replica";
import { countLateRefunds } from "./store/late-refunds";
import { readBacklog } from "./usecases/read-backlog";
import { startWorker } from "./worker/worker";

/** Opening thousands of salts takes a moment, and what it finds changes rarely. */
const SEALED = { freshMs: 5 * 60_000, limitMs: 3_000, elapsedMs };

const REPLICA = { freshMs: 3_000, limitMs: 3_000, elapsedMs };

type Process = { roles: Roles; logger: Logger; onStep: OnStep };

/** Starts a service, a worker or both in this process. `runSystem` makes a program of it; tests stop it themselves. */
export async function startRouting(env: RoutingEnv, { roles, logger, onStep }: Process): Promise<Running> {
  const { connections, clock, deps } = await retryDuringOutage(() => openDatabase(env, { logger, onStep }), {
    logger,
  });

  let jobs: Jobs | null = null;
  const readiness = watchReadiness({
    checks: [
      {
        part: "database",
        problem: "does not answer",
        async isWell() {
          await connections.pool.query("select 1 from schedules limit 0");
          await clock.compare();
          return true;
        },
      },
      ...(roles.isWorker
        ? [{ part: "jobs", problem: "no worker is alive", isWell: () => jobs?.isAlive() === true }]
        : []),
    ],
    areRefundsHeld: () => areRefundsHeld(connections.pool),
    clock: systemClock,
    logger,
  });

  const limiter = createRateLimiter({
    clock: systemClock,
    key: deps.keyLimits,
    failures: { perSecond: env.FAILURE_LIMIT_PER_SECOND, burst: env.FAILURE_LIMIT_BURST },
  });
  const keyUsage = createKeyUsage(deps);
  const { replica } = connections;
  const backlogSources = {
    backupFolder: env.BACKUP_FOLDER ?? null,
    areBackupsManaged: env.BACKUP_MANAGED_BY !== undefined,
    lateRefunds: cachedReading(() => countLateRefunds(connections.probes, clock.now()), SEALED),
    replicaLag: replica === undefined ? undefined : cachedReading(() => readReplicaLag(replica), REPLICA),
    sealedState: cachedReading(() => readSealedState({ ...deps, pool: connections.probes }), SEALED),
  };
  const face = {
    deps,
    readiness: () => readiness.report(),
    readBacklog: () => readBacklog(deps, connections.probes, backlogSources),
    metricsToken: env.METRICS_TOKEN,
  };
  let isDraining = false;
  const app = roles.isService
    ? createServer({
        ...face,
        limiter,
        keyUsage,
        trustedProxies: env.ROUTING_TRUSTED_PROXIES,
        isDraining: () => isDraining,
      })
    : createProbes(face);
  const port = roles.isService ? env.ROUTING_PORT : env.ROUTING_WORKER_PORT;
  if (port !== undefined) await app.listen({ host: env.ROUTING_HOST, port });
  if (roles.isWorker) {
    jobs = await startWorker(
      { ...deps, pool: connections.jobs },
      {
        sweepIntervalMs: env.SWEEP_INTERVAL_MS,
        paymentKeepDays: env.PAYMENT_KEEP_DAYS ?? null,
        reconciliationKeepDays: env.RECONCILIATION_KEEP_DAYS ?? null,
        dailyReconciliation: env.DAILY_RECONCILIATION,
      },
    );
  }

  return {
    url: roles.isService ? deps.publicUrl : "worker",
    drain: {
      forMs: roles.isService ? env.SHUTDOWN_DELAY_MS : 0,
      begin() {
        isDraining = true;
        readiness.drain();
      },
    },
    async stop() {
      readiness.stop();
      await app.close();
      await jobs?.stop();
      await keyUsage.stop();
      await connections.end();
    },
  };
}

/** Migrates the database to the newest version and adds what this configuration requires in it. */
async function openDatabase(
  env: RoutingEnv,
  { logger, onStep }: Pick<Process, "logger" | "onStep">,
): Promise<{ connections: Connections; clock: ComparedClock; deps: Deps }> {
  await refuseWorkerNode(env.ROUTING_DATABASE_URL);
  await migrate({
    connectionString: env.ROUTING_DATABASE_URL,
    folder: migrationsFolder("routing"),
    logger,
    onStep,
  });
  const connections = await openConnections(env, logger);
  try {
    const clock = await compareClock(connections.pool, logger);
    const deps = await composeDeps(env, connections, logger, clock, systemClock);
    const sealed = await checkSealed(deps);
    if (Object.values(sealed).some(({ unreadable }) => unreadable > 0)) {
      logger.error(sealed, commandsHere(SOME_ARE_UNREADABLE));
    }
    if (await areRefundsHeld(deps.pool)) logger.warn(commandsHere(REFUNDS_ARE_HELD));
    await recordVendors(deps);
    await seedSandbox(deps, env);
    await seedMerchant(deps, env);
    return { connections, clock, deps };
  } catch (error) {
    await connections.end();
    throw error;
  }
}

/** Throws a StartupError when the salt key is that of another database. */
async function checkSealed(deps: Deps): Promise<SealedState> {
  const state = await readSealedState(deps);
  if (isKeyWrong(state)) throw new StartupError(commandsHere(SALT_KEY_DOES_NOT_FIT));
  return state;
}
