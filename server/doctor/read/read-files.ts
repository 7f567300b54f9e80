import { readdir, stat, statfs } from "node:fs/promises";
import { join } from "node:path";
import { newestGood, readCatalogue } from "@/server/backups/catalogue";
import { readBackupEnv } from "@/server/backups/env";
import type { BackupStore } from "@/server/backups/store/backup-store";
import { openStore } from "@/server/backups/store/open-store";
import { isTrialDue } from "@/server/backups/trial-due";
import { systemClock } from "@/server/platform/clock";
import { readNewestBackup } from "@/server/platform/newest-backup";
import { projectRoot } from "@/server/platform/root";
import type { BackupFacts } from "../checks/backups";
import type { FileFacts } from "../checks/files";

/** How many backups are looked at. */
const MOST_BACKUPS = 100;

/** The data folder, backups, which contain secrets too, and files in which secrets are; what is missing is left out. */
export async function readFiles(folder: string, backups: string | null): Promise<FileFacts[]> {
  const paths = [
    folder,
    ...(backups === null ? [] : await listBackups(backups)),
    ...["secrets.json", "running.json", "logs"].map((name) => join(folder, name)),
    ...[".env", ".env.local", ".env.production"].map((name) => join(projectRoot(), name)),
  ];
  const found = await Promise.all(
    paths.map(async (path): Promise<FileFacts | null> => {
      const facts = await stat(path).catch(() => null);
      if (facts === null) return null;
      const kind = facts.isDirectory() ? "folder" : "file";
      return { path, kind, mode: facts.mode & 0o777, mayPassThrough: path === folder };
    }),
  );
  return found.filter((facts) => facts !== null);
}

async function listBackups(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch(() => []);
  return names
    .toSorted()
    .slice(-MOST_BACKUPS)
    .map((name) => join(folder, name));
}

/** Null when the folder is not there yet. */
export async function readFreeBytes(folder: string): Promise<number | null> {
  const facts = await statfs(folder).catch(() => null);
  return facts === null ? null : facts.bavail * facts.bsize;
}

/** Null when one of the folders is not there. */
export async function areOnOneDisk(one: string, other: string): Promise<boolean | null> {
  const [a, b] = await Promise.all([one, other].map((folder) => stat(folder).catch(() => null)));
  return a && b ? a.dev === b.dev : null;
}

/** One of so many of the newest backups must have been restored on trial. */
const TRIAL_AMONG = 10;

/**
 * Reads scheduled backups from their store, unless the command named a folder. A configured folder without a schedule
 * holds files of `npm run backup`.
 */
export async function readBackups(
  { named, configured }: { named: string | null; configured: string | null },
  environment: NodeJS.ProcessEnv,
): Promise<BackupFacts> {
  const { target, time, managedBy } = readBackupEnv(environment);
  if (named === null && managedBy !== null) return { kind: "managed", by: managedBy };
  if (named === null && target !== null && (time !== null || target.kind === "s3")) {
    return readStored(openStore(target), systemClock.now());
  }
  const folder = named ?? configured;
  if (folder === null) return { kind: "not_named" };
  try {
    return { kind: "read", folder, newest: await readNewestBackup(folder, systemClock.now()) };
  } catch {
    return { kind: "unreadable", folder };
  }
}

export async function readStored(store: BackupStore, now: Date): Promise<BackupFacts> {
  try {
    const catalogue = await readCatalogue(store);
    return {
      kind: "stored",
      title: store.title,
      newest: newestGood(catalogue.backups, now)?.madeAt ?? null,
      isVerified: !(await isTrialDue(store, catalogue, { every: TRIAL_AMONG + 1, now })),
    };
  } catch (error) {
    return {
      kind: "unreachable",
      title: store.title,
      problem: error instanceof Error ? error.message : "failed",
    };
  }
}
