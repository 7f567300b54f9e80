import { createHash } from "node:crypto";
import { createReadStream, createWriteStream } from "node:fs";
import { mkdir, rm, stat, statfs } from "node:fs/promises";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { recordFailedBackup, recordGoodBackup } from "@/server/platform/backup-state";
import type { Clock } from "@/server/platform/clock";
import { StartupError } from "@/server/platform/lifecycle";
import { readInstallation } from "@/server/platform/installation";
import { decryptFile, encryptFile } from "./archive/encryption";
import {
  backupName,
  type Catalogue,
  describeBackup,
  newestGood,
  readCatalogue,
  removeBackup,
  type StoredBackup,
} from "./catalogue";
import { countBytes, countContents } from "./contents";
import { withClient } from "./databases";
import type { BackupEnv } from "./env";
import { expiredBackups } from "./retention";
import { neededRoom, noRoom } from "./room";
import { isDue } from "./schedule";
import { type BackupSource, openSource, type SourceOptions } from "./source";
import type { BackupStore } from "./store/backup-store";
import { useStore } from "./store/owner";
import { isTrialDue } from "./trial-due";
import { removeCluster, TrialFailure, tryRestore } from "./trial-restore";

export type RunOptions = SourceOptions & {
  store: BackupStore;
  settings: Pick<BackupEnv, "retention" | "verifyEvery" | "encryptionKey">;
  clock: Clock;
  /** Only when a backup is due at this time of day; null: in any case. */
  dueAt: string | null;
  /** Whether what retention does not keep is deleted afterwards. */
  prunes: boolean;
};

export type RunOutcome =
  | { kind: "made"; name: string; bytes: number; isVerified: boolean; removed: string[] }
  /** Another process makes one. */
  | { kind: "busy" }
  | { kind: "not_due" };

const WORK_FOLDER = "backup-work";
const LEFTOVER_MS = 24 * 60 * 60_000;

/**
 * Makes one backup: writes it, stores it, restores what was stored on trial, and then, if it `prunes`, deletes what
 * retention no longer keeps. Throws when a step fails: all good backups stay, one whose trial failed as well, and the
 * failure is recorded for the metrics. After a failed trial only older backups whose trial failed are deleted.
 */
export async function runBackup(options: RunOptions): Promise<RunOutcome> {
  const source = await openSource(options);
  if (source === null) return { kind: "busy" };
  const workFolder = join(options.folder, WORK_FOLDER);
  try {
    const installation = await installationOf(source);
    if (installation !== null) await useStore(options.store, installation);
    const catalogue = await readCatalogue(options.store);
    const made = catalogue.backups.map(({ madeAt }) => madeAt);
    if (options.dueAt !== null && !isDue(options.dueAt, made, options.clock.now()))
      return { kind: "not_due" };
    // A run that was killed may have left this; the lock of the source excludes another run.
    await removeWork(workFolder);
    await mkdir(workFolder, { recursive: true, mode: 0o700 });
    return await makeBackup(options, source, workFolder, catalogue);
  } catch (error) {
    await onRecord(source, (client) =>
      recordFailedBackup(client, error instanceof Error ? error.message : String(error), options.clock.now()),
    ).catch(() => undefined);
    throw error;
  } finally {
    await removeWork(workFolder).catch(() => undefined);
    await source.close();
  }
}

async function makeBackup(
  options: RunOptions,
  source: BackupSource,
  workFolder: string,
  catalogue: Catalogue,
): Promise<RunOutcome> {
  const { store, settings, clock, environment } = options;
  const madeAt = clock.now();
  const plain = join(workFolder, "backup");
  const isTried = await isTrialDue(store, catalogue, { every: settings.verifyEvery, now: madeAt });
  await checkRoom(options, { workFolder, source, catalogue, isTried });
  // Reading every table takes as long as the dump of a large database, so it is done for a trial only.
  const before = isTried ? await countContents(source.urls) : null;
  await source.write(plain, { workFolder, madeAt });
  const after = isTried ? await countContents(source.urls) : null;

  const key = settings.encryptionKey;
  const file = key === null ? plain : join(workFolder, "encrypted");
  if (key !== null) {
    await encryptFile(plain, file, key);
    await rm(plain);
  }
  const [sha256, { size: bytes }] = [await sha256Of(file), await stat(file)];
  const name = backupName(madeAt, source.kind, key !== null);
  const facts = { format: 1 as const, madeAt: madeAt.toISOString(), bytes, sha256 };
  try {
    await store.put(name, file, bytes);
  } catch (error) {
    // The backup does not count without its description; the attempt to delete it saves space.
    await store.remove(name).catch(() => undefined);
    throw error;
  }
  await rm(file);
  const isVerified = before !== null && after !== null;
  try {
    if (isVerified) {
      const fetched = await fetchBackup(store, name, { sha256, encryptionKey: key }, workFolder);
      const trial = join(workFolder, "trial");
      await tryRestore({ file: fetched, folder: trial, before, after, at: clock.now(), environment });
    }
  } catch (error) {
    // It may be the only backup of the day, and the trial may have failed for want of space.
    const failure = `${name} is kept, but cannot be relied on: ${error instanceof Error ? error.message : String(error)}`;
    await describeBackup(store, name, { ...facts, verifiedAt: null, failure });
    // Trials may fail for months: their backups must not fill the store, and no good one makes room for them.
    if (options.prunes)
      await removeExpired(options, name, ({ isDoubtful }) => isDoubtful).catch(() => undefined);
    throw new TrialFailure(failure, { cause: error });
  }
  const endedAt = clock.now();
  await describeBackup(store, name, { ...facts, verifiedAt: isVerified ? endedAt.toISOString() : null });
  const good = { name, madeAt, bytes, verifiedAt: isVerified ? endedAt : null };
  await onRecord(source, (client) => recordGoodBackup(client, good, endedAt));
  const removed = options.prunes ? await removeExpired(options, name) : [];
  return { kind: "made", name, bytes, isVerified, removed };
}

/**
 * Throws before anything is written when the disk has no room for it: under `npm start` that is the disk of the embedded
 * Postgres, which would stop.
 */
async function checkRoom(
  { clock }: RunOptions,
  {
    workFolder,
    source,
    catalogue,
    isTried,
  }: { workFolder: string; source: BackupSource; catalogue: Catalogue; isTried: boolean },
): Promise<void> {
  const { bavail, bsize } = await statfs(workFolder);
  const neededBytes = neededRoom({
    databaseBytes: await countBytes(source.urls),
    lastBytes: newestGood(catalogue.backups, clock.now())?.bytes ?? null,
    isTried,
  });
  const fault = noRoom(workFolder, { neededBytes, freeBytes: bavail * bsize });
  if (fault !== null) throw new StartupError(fault);
}

/**
 * Downloads a backup into a folder and decrypts it. Returns the path of the file. Throws when it is not what was
 * stored.
 */
export async function fetchBackup(
  store: BackupStore,
  name: string,
  expected: { sha256: string; encryptionKey: string | null },
  folder: string,
): Promise<string> {
  const fetched = join(folder, "fetched");
  await pipeline(await store.read(name), createWriteStream(fetched, { flags: "wx", mode: 0o600 }));
  if ((await sha256Of(fetched)) !== expected.sha256) {
    throw new Error(`${name} in ${store.title} is not what was stored there`);
  }
  if (!name.endsWith(".age")) return fetched;
  const decrypted = join(folder, "decrypted");
  await decryptFile(fetched, decrypted, expected.encryptionKey);
  await rm(fetched);
  return decrypted;
}

async function removeExpired(
  { store, settings, clock }: RunOptions,
  made: string,
  mayGo: (backup: StoredBackup) => boolean = () => true,
): Promise<string[]> {
  const { backups, leftovers } = await readCatalogue(store);
  const now = clock.now();
  const expired = expiredBackups(backups, settings.retention, now)
    .filter(mayGo)
    .map(({ name }) => name);
  const old = now.getTime() - LEFTOVER_MS;
  const left = leftovers.filter(({ madeAt }) => madeAt.getTime() < old).map(({ name }) => name);
  const names = [...expired, ...left].filter((name) => name !== made);
  for (const name of names) await removeBackup(store, name);
  return names;
}

async function removeWork(workFolder: string): Promise<void> {
  await removeCluster(join(workFolder, "trial"));
  await rm(workFolder, { recursive: true, force: true });
}

async function sha256Of(path: string): Promise<string> {
  const hash = createHash("sha256");
  for await (const part of createReadStream(path) as AsyncIterable<Buffer>) hash.update(part);
  return hash.digest("hex");
}

/** Null where it is not known: the store is then used without a check. */
export async function installationOf({ urls }: BackupSource): Promise<string | null> {
  return urls.routing === undefined ? null : withClient(urls.routing, readInstallation);
}

async function onRecord(
  { urls }: BackupSource,
  write: (client: Parameters<Parameters<typeof withClient<void>>[1]>[0]) => Promise<void>,
): Promise<void> {
  if (urls.routing !== undefined) await withClient(urls.routing, write);
}
