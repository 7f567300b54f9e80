import { randomBytes } from "node:crypto";
import { readdir, rename, rm, stat } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import pg from "pg";
import { StartupError } from "@/server/platform/lifecycle";
import { syncFolder, writeFileDurably } from "@/server/platform/write-file";
import { acquireLock } from "@/server/setup/folder-lock.mjs";
import { hasCluster, SUPERUSER } from "../cluster";
import { clearOrphan } from "../orphan";
import { hadDatabase, type Placement, placePostgres, recordLocation } from "../placement";
import { freePort, startPostmaster } from "../postmaster";
import type { About } from "./backup-file";
import { holdRefunds } from "./held-refunds";
import { markRestore, unmarkRestore } from "./interrupted";
import { unpackBackup } from "./unpack-backup";

export type RestoreOptions = {
  file: string;
  /** Exists, and its lock is held by the caller. */
  folder: string;
  /** Where the secrets belong, below `folder`. */
  secretsFile: string;
  /** Reads the superuser's password from the backed-up secrets. */
  passwordOf: (secrets: string) => string;
  /** Sets aside what is there instead of refusing. */
  replace: boolean;
};

export type Restored = { about: About; setAside: string[] };

/**
 * Puts a backup into a data folder. It is unpacked beside, checked against its checksums, opened by Postgres, which
 * replays its log, and only then moved into place; until there nothing of the folder is touched, and a kill in the
 * middle of the moves is known by a mark that every start refuses. Throws {@link StartupError} in words.
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
  const lock = acquireLock(join(parent, "postgres.lock"));
  if (!lock.held)
    throw new StartupError(`${placement.dataFolder} is in use by another run (pid ${lock.ownerPid}).`);
  const draft = `${placement.dataFolder}.restore-${randomBytes(6).toString("hex")}`;
  try {
    await clearDrafts(placement.dataFolder);
    const { about, secrets } = await unpackBackup(options.file, draft, placement.account);
    await open({ ...placement, dataFolder: draft }, folder, options.passwordOf(secrets));
    await clearOrphan(placement.dataFolder);
    return { about, setAside: await moveIntoPlace(options, placement, { draft, secrets, about }) };
  } finally {
    await rm(draft, { recursive: true, force: true });
    lock.release();
  }
}

/** Postgres recovers it once, so that what is moved into place is known to open with its own secrets. */
async function open(placement: Placement, folder: string, password: string): Promise<void> {
  await hasCluster(placement);
  const port = await freePort();
  const postmaster = await startPostmaster({
    placement,
    port,
    logFile: join(folder, "logs", "postgres.log"),
  });
  const client = new pg.Client({ host: "127.0.0.1", port, user: SUPERUSER, password, database: SUPERUSER });
  try {
    await client.connect();
    await client.query("select 1");
  } finally {
    await client.end();
    await postmaster.stop();
  }
}

async function moveIntoPlace(
  { folder, secretsFile }: RestoreOptions,
  placement: Placement,
  { draft, secrets, about }: { draft: string; secrets: string; about: About },
): Promise<string[]> {
  const { dataFolder } = placement;
  await markRestore(folder);
  await holdRefunds(folder, about.madeAt);
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

/** What restores that were killed while they unpacked have left. */
async function clearDrafts(dataFolder: string): Promise<void> {
  const prefix = `${basename(dataFolder)}.restore-`;
  for (const name of await readdir(dirname(dataFolder))) {
    if (name.startsWith(prefix)) await rm(join(dirname(dataFolder), name), { recursive: true, force: true });
  }
}
