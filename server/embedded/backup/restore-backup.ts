import { randomBytes } from "node:crypto";
import { readdir, rename, rm, stat } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import pg from "pg";
import { renewInstallation } from "@/server/platform/installation";
import { StartupError } from "@/server/platform/lifecycle";
import { type Migration, readApplied, whyNotRestored } from "@/server/platform/migrations";
import { holdRefunds } from "@/server/platform/refund-hold";
import { syncFolder, writeFileDurably } from "@/server/platform/write-file";
import { acquireLock } from "@/server/setup/folder-lock.mjs";
import { hasCluster, SUPERUSER } from "../cluster";
import { clearOrphan } from "../orphan";
import { hadDatabase, type Placement, placePostgres, recordLocation } from "../placement";
import { freePort, startPostmaster } from "../postmaster";
import type { About } from "./backup-file";
import { markRestore, unmarkRestore } from "./interrupted";
import { unpackBackup } from "./unpack-backup";

type RestoreOptions = {
  file: string;
  /** Exists, and the caller holds its lock. */
  folder: string;
  /** The path of the secrets file, below `folder`. */
  secretsFile: string;
  /** Reads the superuser's password from the backed-up secrets. */
  passwordOf: (secrets: string) => string;
  /** Moves existing data aside instead of refusing. */
  replace: boolean;
  /**
   * A backup with migrations that this version does not have, or with other texts of them, is refused. The refund hold is set
   * in each database (decision 0237).
   */
  databases: readonly RestoredDatabase[];
  restoredAt: Date;
  /** The folder is deleted afterwards: nothing is written durably. */
  isTrial?: boolean;
};

export type RestoredDatabase = { name: string; migrations: readonly Migration[] };
type Restored = { about: About; setAside: string[] };

/**
 * Restores a backup into a data folder. It is unpacked next to it, verified by checksums, opened by Postgres, which
 * replays its log, and only then moved into place; until then the folder is not touched. A kill between the moves
 * leaves a marker that every start refuses. Throws {@link StartupError} with a message for the user.
 */
export async function restoreBackup(options: RestoreOptions): Promise<Restored> {
  const { folder, replace, secretsFile } = options;
  const hasSecrets = (await stat(join(folder, secretsFile)).catch(() => null)) !== null;
  if (!replace && (hasSecrets || (await hadDatabase(folder)))) {
    throw new StartupError(
      `${folder} holds a database already. To set it aside and put the backup in its place, add --replace; ` +
        "or set DATA_DIR to another folder.",
    );
  }
  const placement = await placePostgres(folder, { mayBeGone: true });
  const parent = dirname(placement.dataFolder);
  const lock = await acquireLock(join(parent, "postgres.lock"));
  if (!lock.held) throw new StartupError(`${placement.dataFolder} is in use by another run (${lock.owner}).`);
  const draft = `${placement.dataFolder}.restore-${randomBytes(6).toString("hex")}`;
  try {
    await clearDrafts(placement.dataFolder);
    const { about, secrets } = await unpackBackup(options.file, draft, placement.account);
    const times = { backupMadeAt: new Date(about.madeAt), restoredAt: options.restoredAt };
    await withDatabase({ ...placement, dataFolder: draft }, options, secrets, async (urlOf) => {
      for (const database of options.databases) await prepareDatabase(urlOf, database, options.file, times);
    });
    await clearOrphan(placement.dataFolder);
    return { about, setAside: await moveIntoPlace(options, placement, draft, secrets) };
  } finally {
    await rm(draft, { recursive: true, force: true });
    lock.release();
  }
}

type UrlOf = (database: string) => string;

/** Postgres recovers it once, to verify before the move that it opens with the backup's secrets. */
async function withDatabase(
  placement: Placement,
  { folder, passwordOf, isTrial = false }: RestoreOptions,
  secrets: string,
  work: (urlOf: UrlOf) => Promise<void>,
): Promise<void> {
  const password = encodeURIComponent(passwordOf(secrets));
  await hasCluster(placement);
  const port = await freePort();
  const postmaster = await startPostmaster({
    placement,
    port,
    logFile: join(folder, "logs", "postgres.log"),
    isTrial,
  });
  try {
    await work(
      (database) => `postgres://${SUPERUSER}:${password}@127.0.0.1:${port}/${database}?sslmode=disable`,
    );
  } finally {
    await postmaster.stop();
  }
}

/** Runs as the owner of the database, so that its migrations can use the table. */
async function prepareDatabase(
  urlOf: UrlOf,
  { name, migrations }: RestoredDatabase,
  file: string,
  times: { backupMadeAt: Date; restoredAt: Date },
): Promise<void> {
  const isThere = await connected(urlOf(SUPERUSER), async (client) => {
    const { rowCount } = await client.query("select from pg_database where datname = $1", [name]);
    return rowCount === 1;
  });
  if (!isThere) return;
  await connected(urlOf(name), async (client) => {
    const applied = await readApplied(client);
    const refusal = whyNotRestored(`${file} (${name})`, migrations, applied);
    if (refusal !== null) throw new StartupError(refusal);
    // Paydeck has never started on it: there are no refunds to hold.
    if (applied === null) return;
    await client.query(`set role ${pg.escapeIdentifier(name)}`);
    await holdRefunds(client, times);
    await renewInstallation(client);
  });
}

async function connected<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url });
  try {
    await client.connect();
    return await work(client);
  } finally {
    await client.end();
  }
}

async function moveIntoPlace(
  { folder, secretsFile }: RestoreOptions,
  placement: Placement,
  draft: string,
  secrets: string,
): Promise<string[]> {
  const { dataFolder } = placement;
  await markRestore(folder);
  const suffix = randomBytes(4).toString("hex");
  const setAside = [
    await moveAside(dataFolder, suffix),
    await moveAside(join(folder, secretsFile), suffix),
  ].filter((path) => path !== null);
  await rename(draft, dataFolder);
  await syncFolder(dirname(dataFolder));
  await writeFileDurably(join(folder, secretsFile), secrets, 0o600);
  await recordLocation(folder, placement);
  await unmarkRestore(folder);
  return setAside;
}

async function moveAside(path: string, suffix: string): Promise<string | null> {
  if ((await stat(path).catch(() => null)) === null) return null;
  const aside = join(dirname(path), `replaced-${suffix}-${basename(path)}`);
  await rename(path, aside);
  return aside;
}

/** Deletes the drafts of restores that were killed while unpacking. */
async function clearDrafts(dataFolder: string): Promise<void> {
  const prefix = `${basename(dataFolder)}.restore-`;
  for (const name of await readdir(dirname(dataFolder))) {
    if (name.startsWith(prefix)) await rm(join(dirname(dataFolder), name), { recursive: true, force: true });
  }
}
