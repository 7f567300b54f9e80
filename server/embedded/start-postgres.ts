import { mkdir } from "node:fs/promises";
import { dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import {
  type KeepEvent,
  keepRunning,
  type StartAttempt,
  type StartRequest,
} from "@/server/platform/keep-running";
import { StartupError } from "@/server/platform/lifecycle";
import { isDatabaseOutage } from "@/server/platform/pool";
import { acquireLock } from "@/server/setup/folder-lock.mjs";
import { removeAbandonedDrafts } from "./backup/drafts";
import { refuseInterruptedRestore } from "./backup/interrupted";
import { createCluster, hasCluster, SUPERUSER } from "./cluster";
import { type OwnedDatabase, prepareDatabases } from "./databases";
import { clearOrphan } from "./orphan";
import { placePostgres, recordLocation } from "./placement";
import { freePort, PostmasterFailure, startPostmaster } from "./postmaster";

export type EmbeddedPostgres = {
  /** The superuser's URL of the database `postgres`. */
  adminUrl: string;
  /** The URL of one of the requested databases, with its own role. */
  urlOf: (database: string) => string;
  /** Closes every connection and waits until everything is on disk. */
  stop(): Promise<void>;
  /** Ends it without waiting; the next start recovers. */
  kill(): void;
};

type EmbeddedPostgresOptions = {
  /** Absolute; the data is in `postgres` below it, the log in `logs/postgres.log`. */
  folder: string;
  superuserPassword: string;
  databases: readonly OwnedDatabase[];
  onEvent: (event: KeepEvent) => void;
  /** Aborts a start in progress, which then rejects; afterwards, `stop` ends the server. */
  signal?: AbortSignal;
  /** The folder is deleted afterwards: nothing is written durably. */
  isTrial?: boolean;
};

/**
 * Starts the private Postgres of a folder, creating it if there is none, and keeps it running. Recovers from a kill -9
 * of an earlier run at any moment. Throws {@link StartupError} when a person has to act.
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const { folder, superuserPassword, databases, signal, isTrial = false } = options;
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await refuseInterruptedRestore(folder);
  const placement = await placePostgres(folder);
  // Next to the data, which may be outside the folder; a copy of the folder may refer to the same data.
  const lock = await acquireLock(join(dirname(placement.dataFolder), "postgres.lock"));
  if (!lock.held) {
    throw new StartupError(
      `The database in ${placement.dataFolder} is in use by another run (${lock.owner}).`,
    );
  }
  try {
    await removeAbandonedDrafts(folder);
    await clearOrphan(placement.dataFolder);
    if (!(await hasCluster(placement))) await createCluster(placement, superuserPassword);
    await recordLocation(folder, placement);

    const port = await freePort();
    const launch = { placement, port, logFile: join(folder, "logs", "postgres.log"), isTrial };
    // Always on the same port, so that the connection pools of the systems reconnect.
    const kept = keepRunning((attempt) => tryPostmaster(launch, attempt), options.onEvent);
    const abort = (): void => void kept.stop();
    signal?.addEventListener("abort", abort, { once: true });
    if (signal?.aborted === true) abort();
    const first = await kept.firstStart;
    if (first.kind !== "started") {
      await kept.stop();
      throw new StartupError(first.kind === "lost" ? first.problem : STOPPED);
    }
    const urlFor = (user: string, password: string, database: string): string =>
      `postgres://${user}:${encodeURIComponent(password)}@127.0.0.1:${port}/${database}?sslmode=disable`;
    const adminUrl = urlFor(SUPERUSER, superuserPassword, "postgres");
    const stop = async (): Promise<void> => {
      await kept.stop();
      lock.release();
    };
    try {
      await prepareThrough(adminUrl, databases, signal);
    } catch (error) {
      await kept.stop();
      // It was stopped with the start, so nothing answers any more.
      throw signal?.aborted === true ? new StartupError(STOPPED) : error;
    }
    signal?.removeEventListener("abort", abort);
    return {
      adminUrl,
      urlOf: (name) => urlFor(name, passwordOf(databases, name), name),
      stop,
      kill: () => kept.kill(),
    };
  } catch (error) {
    lock.release();
    throw error;
  }
}

const STOPPED = "Stopped while it started.";

const PREPARE_TRIES = 20;
const PREPARE_AGAIN_MS = 500;

/** Every step is safe to repeat, because a Postgres that is killed meanwhile is started again. */
async function prepareThrough(
  adminUrl: string,
  databases: readonly OwnedDatabase[],
  signal: AbortSignal | undefined,
): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await prepareDatabases(adminUrl, databases);
    } catch (error) {
      if (!isDatabaseOutage(error) || tries === PREPARE_TRIES || signal?.aborted === true) throw error;
      await sleep(PREPARE_AGAIN_MS);
    }
  }
}

/** Damaged files need a person at any start; a refusal by Postgres needs one at the first start. */
async function tryPostmaster(
  launch: Parameters<typeof startPostmaster>[0],
  { isFirst, signal, onStep }: StartRequest,
): Promise<StartAttempt> {
  onStep("after a crash it first replays its log");
  try {
    // The previous process has ended, and its process id may belong to another program.
    if (!isFirst) await clearOrphan(launch.placement.dataFolder);
    return { kind: "started", run: await startPostmaster(launch, signal) };
  } catch (error) {
    if (!(error instanceof PostmasterFailure)) throw error;
    const isFinal = error.reason === "damage" || (isFirst && error.reason === "refused");
    return { kind: "failed", problem: error.message, isFinal };
  }
}

function passwordOf(databases: readonly OwnedDatabase[], name: string): string {
  const database = databases.find((candidate) => candidate.name === name);
  if (database === undefined) throw new Error(`there is no database ${name}`);
  return database.password;
}
