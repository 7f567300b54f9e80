import { mkdir } from "node:fs/promises";
import { dirname, join } from "node:path";
import { StartupError } from "@/server/platform/lifecycle";
import { acquireLock } from "@/server/setup/folder-lock.mjs";
import { refuseInterruptedRestore } from "./backup/interrupted";
import { createCluster, hasCluster, SUPERUSER } from "./cluster";
import { type OwnedDatabase, prepareDatabases } from "./databases";
import { clearOrphan } from "./orphan";
import { placePostgres, recordLocation } from "./placement";
import { freePort, startPostmaster } from "./postmaster";
import { supervise, type SupervisionEvent } from "./supervise";

export type EmbeddedPostgres = {
  /** For the superuser, to the database `postgres`. */
  adminUrl: string;
  /** The address of one of the wanted databases, for its own role. */
  urlOf: (database: string) => string;
  /** Ends every connection and waits until all is on disk. */
  stop(): Promise<void>;
  /** Ends it without waiting; the next start recovers. */
  kill(): void;
};

export type EmbeddedPostgresOptions = {
  /** Absolute; the data go to `postgres` below it, the log to `logs/postgres.log`. */
  folder: string;
  superuserPassword: string;
  databases: readonly OwnedDatabase[];
  onEvent: (event: SupervisionEvent) => void;
};

/**
 * Starts the private Postgres of a folder, making it first where there is none, and keeps it running. Whatever an
 * earlier run left, by kill -9 at any moment, is recovered. Throws {@link StartupError} where a person has to act.
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const { folder, superuserPassword, databases } = options;
  await mkdir(folder, { recursive: true });
  await refuseInterruptedRestore(folder);
  const placement = await placePostgres(folder);
  // Beside the data, which may lie outside the folder and be known to a copy of it.
  const lock = acquireLock(join(dirname(placement.dataFolder), "postgres.lock"));
  if (!lock.held) {
    throw new StartupError(
      `The database in ${placement.dataFolder} is in use by another run (pid ${lock.ownerPid}).`,
    );
  }
  try {
    if (await hasCluster(placement)) await clearOrphan(placement.dataFolder);
    else await createCluster(placement, superuserPassword);
    await recordLocation(folder, placement);

    const port = await freePort();
    const start = () => startPostmaster({ placement, port, logFile: join(folder, "logs", "postgres.log") });
    const supervised = supervise(await start(), start, options.onEvent);
    const urlFor = (user: string, password: string, database: string): string =>
      `postgres://${user}:${encodeURIComponent(password)}@127.0.0.1:${port}/${database}`;
    const adminUrl = urlFor(SUPERUSER, superuserPassword, "postgres");
    const stop = async (): Promise<void> => {
      await supervised.stop();
      lock.release();
    };
    try {
      await prepareDatabases(adminUrl, databases);
    } catch (error) {
      await supervised.stop();
      throw error;
    }
    return {
      adminUrl,
      urlOf: (name) => urlFor(name, passwordOf(databases, name), name),
      stop,
      kill: () => supervised.kill(),
    };
  } catch (error) {
    lock.release();
    throw error;
  }
}

function passwordOf(databases: readonly OwnedDatabase[], name: string): string {
  const database = databases.find((candidate) => candidate.name === name);
  if (database === undefined) throw new Error(`there is no database ${name}`);
  return database.password;
}
