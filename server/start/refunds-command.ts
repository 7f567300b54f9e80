import { commandsHere } from "@/server/platform/commands-here";
import { systemClock } from "@/server/platform/clock";
import { renewInstallation } from "@/server/platform/installation";
import { StartupError } from "@/server/platform/lifecycle";
import { createLogger } from "@/server/platform/log";
import { createPool, isDatabaseOutage, type Pool, sqlState } from "@/server/platform/pool";
import {
  findRefundHold,
  holdRefunds,
  isHeld,
  type RefundHold,
  releaseRefunds,
} from "@/server/platform/refund-hold";
import { readRunningStack } from "@/server/platform/running";
import { readDatabaseUrls, readFolderEnv } from "./env";

const USAGE = commandsHere(`Usage:
  npm run refunds                      shows whether refunds are held after the restore of a backup
  npm run refunds -- release           allows refunds again, after you have compared them with the gateway's list
  npm run refunds -- hold TIME         holds refunds after a restore with other tools; TIME is when the backup was made,
                                       for example 2026-11-20T10:00:00Z. Stop Paydeck first.`);

const UNDEFINED_TABLE = "42P01";

type Output = { say: (text: string) => void; complain: (text: string) => void };
type Command = { kind: "show" } | { kind: "release" } | { kind: "hold"; backupMadeAt: Date };

/**
 * Runs the command on each database, also after a failure on the other. Returns whether all succeeded: with only one
 * address the other database was not read or changed, and refunds could be sent from there.
 */
export async function runRefundsCommand(
  args: readonly string[],
  environment: NodeJS.ProcessEnv,
  { say, complain }: Output,
): Promise<boolean> {
  const command = readCommand(args);
  let failures = 0;
  for (const { name, variable, url } of readDatabases(command, environment)) {
    if (url === undefined) {
      failures += 1;
      complain(`${name}: not done, ${variable} is not set.\n`);
      continue;
    }
    try {
      const text = await onDatabase(url, (pool) => run(pool, command));
      say(`${name}: ${text}\n`);
    } catch (error) {
      failures += 1;
      complain(`${name}: failed. ${reasonOf(error)}\n`);
    }
  }
  if (failures > 0) complain(`${nextStep(command)}\n`);
  return failures === 0;
}

/** The error of an unreachable database can have an empty message. */
function reasonOf(error: unknown): string {
  if (!isDatabaseOutage(error)) return error instanceof Error ? error.message : "The command failed.";
  return "The database could not be reached.";
}

function nextStep({ kind }: Command): string {
  switch (kind) {
    case "show":
      return "Correct the failure and run the command again.";
    case "release":
      return commandsHere(
        "Refunds may still be on hold where it failed. Correct the failure and run npm run refunds -- release again: a database that is released already does not change.",
      );
    case "hold":
      return "Do not start Paydeck: it could send refunds again. Correct the failure and run the same command again: a database that is held already stays held.";
  }
}

function readCommand(args: readonly string[]): Command {
  const [word, time, ...rest] = args;
  if (word === undefined) return { kind: "show" };
  if (word === "release" && time === undefined) return { kind: "release" };
  const backupMadeAt = new Date(/^\d{4}-\d\d-\d\dT.+Z$/.test(time ?? "") ? (time ?? "") : Number.NaN);
  const isTime = !Number.isNaN(backupMadeAt.getTime()) && backupMadeAt <= systemClock.now();
  if (word === "hold" && isTime && rest.length === 0) return { kind: "hold", backupMadeAt };
  throw new StartupError(USAGE);
}

type Database = { name: string; variable: string; url: string | undefined };

/** The databases in the environment, else those of the running stack. At least one has a URL. */
function readDatabases({ kind }: Command, environment: NodeJS.ProcessEnv): Database[] {
  const running = readRunningStack(readFolderEnv(environment).folder);
  const configured = readDatabaseUrls(environment);
  const databases = [
    {
      name: "Routing service",
      variable: "ROUTING_DATABASE_URL",
      url: configured.routing ?? running?.routingDatabaseUrl,
    },
    {
      name: "Dashboard",
      variable: "DASHBOARD_DATABASE_URL",
      url: configured.dashboard ?? running?.dashboardDatabaseUrl,
    },
  ];
  if (databases.some(({ url }) => url !== undefined)) return databases;
  if (kind === "hold") {
    throw new StartupError(
      "Set ROUTING_DATABASE_URL and DASHBOARD_DATABASE_URL. Do not start Paydeck before refunds are held: it would send them again. " +
        commandsHere("The embedded databases are held by npm run restore."),
    );
  }
  throw new StartupError(
    commandsHere(
      "Paydeck is not running here. Start it with npm start, or set ROUTING_DATABASE_URL and DASHBOARD_DATABASE_URL.",
    ),
  );
}

async function run(pool: Pool, command: Command): Promise<string> {
  const at = systemClock.now();
  switch (command.kind) {
    case "show":
      return textOf(await findRefundHold(pool));
    case "release":
      return (await releaseRefunds(pool, at)) ? "refunds are released." : textOf(await findRefundHold(pool));
    case "hold":
      await holdRefunds(pool, { backupMadeAt: command.backupMadeAt, restoredAt: at });
      await renewInstallation(pool);
      return "refunds are held.";
  }
}

function textOf(hold: RefundHold | null): string {
  if (hold === null) return "refunds are not held; it was not restored from a backup.";
  const state = isHeld(hold) ? "refunds are held" : "refunds are not held";
  const restore = `the backup of ${hold.backupMadeAt.toISOString()} was restored at ${hold.restoredAt.toISOString()}`;
  const release =
    hold.releasedAt === null ? "" : `; refunds were released at ${hold.releasedAt.toISOString()}`;
  return `${state}; ${restore}${release}.`;
}

async function onDatabase<T>(connectionString: string, work: (pool: Pool) => Promise<T>): Promise<T> {
  const logger = createLogger("refunds", "silent");
  const pool = createPool({
    connectionString,
    applicationName: "paydeck-refunds",
    maxConnections: 1,
    logger,
  });
  try {
    return await work(pool);
  } catch (error) {
    if (sqlState(error) !== UNDEFINED_TABLE) throw error;
    throw new StartupError(
      "This database has no tables of Paydeck, or those of another commit. Check its address.",
    );
  } finally {
    await pool.end();
  }
}
