import { commandsHere } from "@/server/platform/commands-here";
import { systemClock } from "@/server/platform/clock";
import { compareClock } from "@/server/platform/database-clock";
import { createLogger } from "@/server/platform/log";
import { createPool } from "@/server/platform/pool";
import { dataFolder, readRunningStack } from "@/server/platform/running";
import { composeDeps } from "./compose";
import { readMerchantEnv, readRoutingEnvOver } from "./env";
import { reconcileAndReport } from "./reconcile-and-report";
import { readReconcileArguments } from "./reconcile-arguments";
import type { Deps } from "./usecases/deps";

/** `npm run reconcile`: compares a running stack, or the database in the environment, with the gateways. */
/** The claims of the run and of the record that it repairs, and the work on it. */
const CONNECTIONS = 4;

async function main(args: readonly string[]): Promise<number> {
  const wanted = readReconcileArguments(args, systemClock.now());
  if (!wanted.ok) throw new Error(wanted.error);
  return withDeps((deps) =>
    reconcileAndReport(deps, wanted.value, (text) => void process.stdout.write(text)),
  );
}

async function withDeps<T>(work: (deps: Deps) => Promise<T>): Promise<T> {
  const { dataDir, databaseUrl, saltKey } = readMerchantEnv();
  const running = readRunningStack(dataFolder(dataDir));
  const ROUTING_DATABASE_URL = databaseUrl ?? running?.routingDatabaseUrl;
  const ROUTING_SALT_KEY = saltKey ?? running?.routingSaltKey;
  if (ROUTING_DATABASE_URL === undefined || ROUTING_SALT_KEY === undefined) {
    throw new Error(
      commandsHere(
        "Paydeck does not run here. Start it with npm start, or set ROUTING_DATABASE_URL and ROUTING_SALT_KEY.",
      ),
    );
  }
  // The report is the output; log lines in between would break it.
  const logger = createLogger("reconcile", "silent");
  const pool = createPool({
    connectionString: ROUTING_DATABASE_URL,
    applicationName: "paydeck-reconcile",
    maxConnections: CONNECTIONS,
    logger,
  });
  try {
    const env = readRoutingEnvOver({ ROUTING_DATABASE_URL, ROUTING_SALT_KEY });
    const clock = await compareClock(pool, logger);
    return await work(
      await composeDeps(env, { pool, sessions: pool, history: pool }, logger, clock, systemClock),
    );
  } finally {
    await pool.end();
  }
}

main(process.argv.slice(2)).then(
  (code) => {
    process.exitCode = code;
  },
  (error: unknown) => {
    process.stderr.write(`${error instanceof Error ? error.message : "the command failed"}\n`);
    process.exitCode = 1;
  },
);
