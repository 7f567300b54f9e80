import { commandsHere } from "@/server/platform/commands-here";
import { systemClock } from "@/server/platform/clock";
import { createLogger } from "@/server/platform/log";
import { createPool } from "@/server/platform/pool";
import { dataFolder, readRunningStack } from "@/server/platform/running";
import { composeDeps } from "./compose";
import { readMerchantEnv, readRoutingEnvOver } from "./env";
import { type ReconcileArguments, readReconcileArguments } from "./reconcile-arguments";
import { exitCodeOf, findingJson, findingOf, reportText, summaryJson, Tally } from "./reconcile-report";
import { findMerchantByName, listMerchantIds } from "./store/keys/merchants";
import { NONE_VISITED } from "./domain/reconciliation/run";
import type { Deps } from "./usecases/deps";
import { dryRun, runCommand } from "./usecases/reconcile/run-command";

/** `npm run reconcile`: compares a running stack, or the database in the environment, with the gateways. */
/** The claims of the run and of the record that it repairs, and the work on it. */
const CONNECTIONS = 4;

class UsageError extends Error {}

async function main(args: readonly string[]): Promise<number> {
  const wanted = readReconcileArguments(args, systemClock.now());
  if (!wanted.ok) throw new UsageError(wanted.error);
  return withDeps((deps) => run(deps, wanted.value));
}

async function run(deps: Deps, { day, merchant, isJson, isDryRun }: ReconcileArguments): Promise<number> {
  const merchantId = merchant === null ? null : await findMerchantByName(deps.pool, merchant);
  if (merchant !== null && merchantId === null) {
    throw new UsageError(
      commandsHere(
        `--merchant: there is none named "${merchant}". npm run merchant -- list shows the ones there are.`,
      ),
    );
  }
  const tally = new Tally();
  const compared = { ...NONE_VISITED };
  const carryOut = isDryRun ? dryRun : runCommand;
  for (const each of merchantId === null ? await listMerchantIds(deps.pool) : [merchantId]) {
    const visited = await carryOut(deps, { merchantId: each, days: { from: day, until: day } }, (news) => {
      const finding = findingOf(news, { merchantId: each, isDryRun });
      tally.add(finding);
      if (isJson) process.stdout.write(`${findingJson(finding)}\n`);
    });
    compared.payment += visited.payment;
    compared.refund += visited.refund;
    compared.reversal += visited.reversal;
    compared.finding += visited.finding;
    compared.earlier += visited.earlier;
  }
  process.stdout.write(
    isJson ? `${summaryJson(day, compared, tally.totals)}\n` : reportText(day, compared, tally),
  );
  return exitCodeOf(tally.totals);
}

async function withDeps<T>(work: (deps: Deps) => Promise<T>): Promise<T> {
  const { dataDir, databaseUrl, saltKey } = readMerchantEnv();
  const running = readRunningStack(dataFolder(dataDir));
  const ROUTING_DATABASE_URL = databaseUrl ?? running?.routingDatabaseUrl;
  const ROUTING_SALT_KEY = saltKey ?? running?.routingSaltKey;
  if (ROUTING_DATABASE_URL === undefined || ROUTING_SALT_KEY === undefined) {
    throw new UsageError(
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
    return await work(await composeDeps(env, { pool, sessions: pool, history: pool }, logger));
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
