import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { backUpFolder, runningAdminUrl } from "@/server/embedded/backup/backup-folder";
import { startEmbeddedPostgres } from "@/server/embedded/start-postgres";
import { hadDatabase } from "@/server/embedded/placement";
import { StartupError } from "@/server/platform/lifecycle";
import { acquireLock } from "@/server/setup/folder-lock.mjs";
import { lockDataFolder } from "@/server/start/data-folder";
import { parseSecrets, secretsGone, secretsPath } from "@/server/start/secrets";
import { writeDumps } from "./archive/dumps";
import type { BackupKind } from "./catalogue";
import { DATABASES, type DatabaseUrls, withClient } from "./databases";

/** What is backed up, while no other process backs it up. */
export type BackupSource = {
  kind: BackupKind;
  /** The addresses for reading: those of the superuser where the databases are embedded. */
  urls: DatabaseUrls;
  write(file: string, options: { workFolder: string; madeAt: Date }): Promise<void>;
  close(): Promise<void>;
};

export type SourceOptions = { folder: string; external: DatabaseUrls; environment: NodeJS.ProcessEnv };

const LOCK_FILE = "backup.lock";
const ADVISORY_LOCK = "paydeck-backup";

/**
 * Null while another process makes a backup of the same databases. Throws {@link StartupError} when there is nothing to
 * back up.
 */
export async function openSource(options: SourceOptions): Promise<BackupSource | null> {
  const lock = await acquireLock(join(options.folder, LOCK_FILE));
  if (!lock.held) return null;
  try {
    const source = DATABASES.some((name) => options.external[name] !== undefined)
      ? await openExternal(options)
      : await openEmbedded(options);
    if (source === null) lock.release();
    return (
      source && {
        ...source,
        async close() {
          await source.close();
          lock.release();
        },
      }
    );
  } catch (error) {
    lock.release();
    throw error;
  }
}

async function openExternal({ folder, external, environment }: SourceOptions): Promise<BackupSource | null> {
  if (DATABASES.some((name) => external[name] === undefined) && (await hadDatabase(folder))) {
    throw new StartupError(
      "One database is external and the other embedded, which backups do not support. Set both ROUTING_DATABASE_URL and DASHBOARD_DATABASE_URL.",
    );
  }
  const unlock = await lockDatabase(external.routing ?? external.dashboard ?? "");
  if (unlock === null) return null;
  return {
    kind: "dumps",
    urls: external,
    write: (file, { workFolder, madeAt }) =>
      writeDumps(file, { urls: external, workFolder, madeAt, environment }),
    close: unlock,
  };
}

/** Held by a connection of its own: it ends with this process, on whichever machine it runs. */
async function lockDatabase(url: string): Promise<(() => Promise<void>) | null> {
  let unlock = (): void => undefined;
  const untilUnlocked = new Promise<void>((resolve) => {
    unlock = resolve;
  });
  return new Promise((resolve, reject) => {
    const ended = withClient(url, async (client) => {
      const { rows } = await client.query<{ is_ours: boolean }>(
        "select pg_try_advisory_lock(hashtextextended($1, 0)) as is_ours",
        [ADVISORY_LOCK],
      );
      if (rows[0]?.is_ours !== true) return resolve(null);
      resolve(async () => {
        unlock();
        await ended.catch(() => undefined);
      });
      await untilUnlocked;
    });
    ended.catch(reject);
  });
}

async function openEmbedded({ folder }: SourceOptions): Promise<BackupSource> {
  const secrets = await readFile(secretsPath(folder), "utf8").catch(() => {
    throw new StartupError(`There is nothing to back up in ${folder}, or: ${secretsGone(folder)}`);
  });
  const { superuserPassword } = parseSecrets(secrets, secretsPath(folder));
  const running = await runOrFind(folder, superuserPassword);
  return {
    kind: "cluster",
    urls: Object.fromEntries(DATABASES.map((name) => [name, databaseOf(running.adminUrl, name)])),
    write: (file, { madeAt }) =>
      backUpFolder({ folder, file, secrets, superuserPassword, isInUse: true, madeAt }),
    close: () => running.close(),
  };
}

/** The Postgres of a running Paydeck, or one that is started for the backup. */
async function runOrFind(
  folder: string,
  superuserPassword: string,
): Promise<{ adminUrl: string; close(): Promise<void> }> {
  const lock = await lockDataFolder(folder);
  if (!lock.held) {
    return { adminUrl: await runningAdminUrl(folder, superuserPassword), close: () => Promise.resolve() };
  }
  try {
    const postgres = await startEmbeddedPostgres({
      folder,
      superuserPassword,
      databases: [],
      onEvent: () => undefined,
    });
    return {
      adminUrl: postgres.adminUrl,
      async close() {
        await postgres.stop();
        lock.release();
      },
    };
  } catch (error) {
    lock.release();
    throw error;
  }
}

export function databaseOf(adminUrl: string, name: string): string {
  const url = new URL(adminUrl);
  url.pathname = `/${name}`;
  return url.href;
}
