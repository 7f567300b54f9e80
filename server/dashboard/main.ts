import type { ReactNode } from "react";
import { commandsHere } from "@/server/platform/commands-here";
import { elapsedMs, systemClock } from "@/server/platform/clock";
import { isTracingConfigured } from "@/server/platform/env";
import type { Jobs } from "@/server/platform/run-job";
import { cachedReading } from "@/server/platform/metrics/cached-reading";
import { type OnStep, type Running, runSystem } from "@/server/platform/lifecycle";
import { createLogger } from "@/server/platform/log";
import { createPoolBeside } from "@/server/platform/pool";
import { watchReadiness } from "@/server/platform/readiness";
import { areRefundsHeld, REFUNDS_ARE_HELD } from "@/server/platform/refund-hold";
import { logPrintedLines } from "@/server/platform/printed-lines";
import { retryDuringOutage } from "@/server/platform/retry-during-outage";
import { startTracing } from "@/server/platform/tracing";
import { FIRST_ACCOUNT_ID } from "@/lib/accounts/account";
import { createAccountLabel } from "./accounts/account-label";
import { openAccounts, usableAccounts } from "./accounts/open-accounts";
import { createAccounts, FIRST } from "./accounts/registry";
import { HashQueue } from "./auth/hash-queue";
import { seedSandboxPeople } from "./auth/seed-sandbox-people";
import { createVault } from "./auth/vault";
import { createChat } from "./chat/incoming-webhooks";
import { createSmtpMail } from "./mail/smtp";
import { type DashboardEnv, pointFrameworkAtItself, prepareFrameworkEnv, readDashboardEnv } from "./env";
import { ANONYMOUS_LIMITS, AnonymousGate, hasSessionCookie } from "./http/anonymous-gate";
import { createFront } from "./http/front";
import { listen } from "./http/listen";
import { SignInGate } from "./http/sign-in-gate";
import { openBuiltWeb } from "./http/web";
import { startWorkers } from "./jobs/workers";
import { holdWorkFromBackup } from "./bulk/jobs/hold-work-from-backup";
import { countUnreadableFactors, FACTORS_ARE_UNREADABLE } from "./people/commands/reseal-second-factors";
import { createDashboardMetrics } from "./monitoring/dashboard-metrics";
import { readDashboardWork } from "./monitoring/read-work";
import { createStatus } from "./monitoring/status";
import { createRoutingClient } from "./routing-client/client";
import { readRoutingClientEnv } from "./routing-client/env";
import { installRuntime, type Services } from "./runtime";
import { openDatabase, prepareAccountSchema } from "./store/open-database";

const POOL_CONNECTIONS = 20;
/**
 * Separate from the connections of requests, so that neither can block the other (decision 0242): one listens, a batch of a bulk run uses
 * five, every other job one or two.
 */
const JOB_CONNECTIONS = 12;
/** The connections of each further account. They are opened when needed, and closed when idle. */
const ACCOUNT_CONNECTIONS = { requests: 8, jobs: 6 };
/** What is read for `/metrics` has a connection of its own, and is given up when it takes longer (0242). */
const PROBES = { maxConnections: 1, statementTimeoutMs: 3_000, responseLimitMs: 4_000 };
/** A second scraper, or a person who reloads the page, costs the database nothing. */
const METRICS_FRESH_MS = 3_000;
/** What opens with the key changes rarely. */
const FACTORS_FRESH_MS = 5 * 60_000;
/**
 * The limits of each queue: one password at a time leaves the other cores free; waiting ones are checked within a
 * second.
 */
const PASSWORDS = { atOnce: 1, waiting: 16 };

const logger = createLogger("dashboard");
logPrintedLines(logger);

async function start(onStep: OnStep): Promise<Running> {
  const env = readDashboardEnv();
  const routingEnv = readRoutingClientEnv();
  logger.level = env.logLevel;
  // `npm run dev` asks for the pages of the sources; whatever the environment says, other runs have those of the build.
  const isDevelopment = process.argv[2] === "development";
  prepareFrameworkEnv(env, isDevelopment ? "development" : "production");
  // Tracing starts before Next is loaded, so that Next's own work is traced too.
  const stopTracing = isTracingConfigured() ? await startTracing("paydeck-dashboard") : null;

  const databaseOptions = {
    connectionString: env.databaseUrl,
    secret: env.sessionSecret,
    applicationName: "paydeck-dashboard",
    maxConnections: POOL_CONNECTIONS,
    logger,
    onStep,
  };
  const database = retryDuringOutage(() => openDatabase(databaseOptions), { logger });
  const [pool, web] = await Promise.all([
    database,
    isDevelopment ? (await import("./http/development-web")).openDevelopmentWeb(env) : openBuiltWeb(env),
  ]);
  const jobsPool = createPoolBeside(pool, { maxConnections: JOB_CONNECTIONS, logger });
  const probesPool = createPoolBeside(pool, { ...PROBES, logger });
  const metrics = createDashboardMetrics({
    pools: { requests: pool, jobs: jobsPool },
    publicUrl: env.publicUrl?.href,
    elapsedMs,
  });
  const routing = createRoutingClient({ env: routingEnv, clock: systemClock, logger, counters: metrics });
  const vault = createVault(env.secondFactorKey, env.otherSecondFactorKey);
  const services: Services = {
    account: { id: FIRST_ACCOUNT_ID, slug: null, ...FIRST },
    accountLabel: createAccountLabel(pool),
    pool,
    clock: systemClock,
    elapsedMs,
    routing,
    logger,
    vault,
    hashQueues: { anonymous: new HashQueue(PASSWORDS), signedIn: new HashQueue(PASSWORDS) },
    signInLimits: env.signInLimits,
    counters: metrics,
    notificationLimits: env.notificationLimits,
    mail: env.mail === null ? null : createSmtpMail({ ...env.mail, publicUrl: linkBase(env) }),
    chat: createChat({
      clock: systemClock,
      publicUrl: linkBase(env),
      privateAddressesAllowed: env.chatPrivateAddressesAllowed,
    }),
  };
  const jobServices = { ...services, pool: jobsPool, accountLabel: createAccountLabel(jobsPool) };
  const accountsOf = (home: Services, maxConnections: number) =>
    createAccounts({
      home,
      openPool: (scope) => createPoolBeside(home.pool, { maxConnections, scope, logger }),
      prepareSchema: (scope) => prepareAccountSchema(databaseOptions, scope),
      timeoutMs: routingEnv.timeoutMs,
    });
  const accounts = accountsOf(services, ACCOUNT_CONNECTIONS.requests);
  const jobAccounts = accountsOf(jobServices, ACCOUNT_CONNECTIONS.jobs);
  const others = await retryDuringOutage(() => openAccounts(accounts, logger), { logger });
  for (const each of [services, ...others])
    await retryDuringOutage(() => holdWorkFromBackup(each), { logger });
  const { unreadable, total } = await retryDuringOutage(() => countUnreadableFactors(services), { logger });
  if (unreadable > 0) logger.error({ unreadable, total }, commandsHere(FACTORS_ARE_UNREADABLE));
  if (await retryDuringOutage(() => areRefundsHeld(pool), { logger }))
    logger.warn(commandsHere(REFUNDS_ARE_HELD));
  const { sandboxPassword } = env;
  if (sandboxPassword !== null) {
    await retryDuringOutage(() => seedSandboxPeople(services, sandboxPassword), { logger });
  }
  const { isSandbox, sessionSecret, identityProvider } = env;

  let jobs: Jobs | null = null;
  const readiness = watchReadiness({
    checks: [
      {
        part: "database",
        problem: "does not answer",
        isWell: () => pool.query("select 1").then(() => true),
      },
      {
        part: "jobs",
        problem: "no worker is alive",
        isWell: () => jobs?.isAlive() === true,
      },
    ],
    areRefundsHeld: () => areRefundsHeld(pool),
    clock: systemClock,
    logger,
  });
  const status = createStatus({
    readiness: () => readiness.report(),
    routing,
    clock: systemClock,
    elapsedMs,
  });
  const settings = {
    isSandbox,
    sessionSecret,
    identityProvider,
    commandsHere: (text: ReactNode) => (typeof text === "string" ? commandsHere(text) : text),
  };
  installRuntime({ ...services, accounts, status, settings });

  const factors = cachedReading(() => countUnreadableFactors({ pool: probesPool, vault }), {
    freshMs: FACTORS_FRESH_MS,
    limitMs: PROBES.statementTimeoutMs,
    elapsedMs,
  });
  const probedAccounts = accountsOf({ ...services, pool: probesPool }, PROBES.maxConnections);
  const readAllWork = async () => {
    const pools = (await usableAccounts(probedAccounts, logger)).map(({ pool }) => pool);
    return readDashboardWork(probesPool, systemClock.now(), factors, pools);
  };
  const readWork = cachedReading(readAllWork, {
    freshMs: METRICS_FRESH_MS,
    limitMs: PROBES.responseLimitMs,
    elapsedMs,
  });
  const front = createFront({
    files: web.files,
    next: web.next,
    readiness: () => readiness.report(),
    metrics: {
      token: env.metricsToken,
      requestAnswered: (request) => metrics.requestAnswered(request),
      read: async () => {
        const work = await readWork();
        return metrics.page(work.kind === "read" ? work.value : null);
      },
    },
    publicUrl: env.publicUrl,
    clientAddressHeader: env.clientAddressHeader,
    signInGate: new SignInGate(systemClock),
    anonymousGate: new AnonymousGate(ANONYMOUS_LIMITS),
    hasSession: (headers, isSecure) => hasSessionCookie(headers, { isSecure, secret: sessionSecret }),
    logger,
  });
  // The port comes before the jobs: a second process that cannot have it must not take over work first.
  const server = await listen(front, { host: env.host, port: env.port }, web.onUpgrade);
  pointFrameworkAtItself(env, server.port);
  const workers = await startWorkers({
    home: jobServices,
    accounts: jobAccounts,
    pool: jobsPool,
    onJobDone: (task, outcome, seconds) => metrics.jobDone(task, outcome, seconds),
  });
  jobs = workers;

  return {
    url:
      env.publicUrl?.origin ?? `http://${env.host.includes(":") ? `[${env.host}]` : env.host}:${server.port}`,
    drain: {
      forMs: env.shutdownDelayMs,
      begin() {
        readiness.drain();
        server.drain();
      },
    },
    async stop() {
      readiness.stop();
      await server.close();
      await workers.stop();
      await web.close();
      await jobAccounts.stop();
      await accounts.stop();
      await probedAccounts.stop();
      await jobsPool.end();
      await probesPool.end();
      await pool.end();
      await stopTracing?.();
    },
  };
}

/** What links in e-mails begin with. */
function linkBase({ publicUrl, host, port }: DashboardEnv): string {
  return publicUrl?.origin ?? `http://${host.includes(":") ? `[${host}]` : host}:${port}`;
}

await runSystem(logger, start);
