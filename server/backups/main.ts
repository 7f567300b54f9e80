import { mkdir } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";
import { systemClock } from "@/server/platform/clock";
import { commandsHere } from "@/server/platform/commands-here";
import { type Running, runSystem, StartupError } from "@/server/platform/lifecycle";
import { warnOfUnverified } from "@/server/platform/database-address";
import { createLogger } from "@/server/platform/log";
import { inheritedEnv, readDatabaseUrls, readFolderEnv } from "@/server/start/env";
import { newEncryptionKey } from "./archive/encryption";
import { type Description, readCatalogue, readDescription, type StoredBackup } from "./catalogue";
import { DATABASES } from "./databases";
import { type BackupEnv, readBackupEnv } from "./env";
import { installationOf, runBackup, type RunOptions, type RunOutcome } from "./run-backup";
import { openSource } from "./source";
import { openStore } from "./store/open-store";
import { claimStore } from "./store/owner";

/** `npm run backups`: scheduled backups, kept in a folder or in an S3-compatible store (decision 0271). */
const USAGE = commandsHere(`Usage:
  npm run backups -- list      the backups in BACKUP_FOLDER or BACKUP_S3_BUCKET
  npm run backups -- run       makes one now, restores it on trial, and deletes nothing
  npm run backups -- run --prune   ... and deletes what retention does not keep: for a timer
  npm run backups -- watch     makes one each day at BACKUP_TIME and prunes, until it is stopped; npm start does the same
  npm run backups -- claim     lets this installation, which was restored from a backup, use the store of the one that it replaces
  npm run backups -- key       prints a new key for BACKUP_ENCRYPTION_KEY
To restore one:
  npm run restore -- stored:latest`);

const BUSY = "Another process is making a backup of these databases.";
/** How often a watching process checks whether a backup is due, and how long it waits after a failure. */
const CHECK_EVERY_MS = 30_000;
const AFTER_FAILURE_MS = 10 * 60_000;

async function main(args: readonly string[]): Promise<void> {
  const [command, ...rest] = args;
  const prunes = command === "run" && rest.length === 1 && rest[0] === "--prune";
  if (rest.length > 0 && !prunes) throw new StartupError(USAGE);
  if (command === "key") return say(await newEncryptionKey());
  if (command === "list") return list();
  if (command === "claim") return claim();
  if (command === "run") return say(describe(await runBackup(await readOptions({ dueAt: null, prunes }))));
  if (command === "watch") return runSystem(createLogger("backups"), watch);
  throw new StartupError(USAGE);
}

async function list(): Promise<void> {
  const { store } = await readOptions({ dueAt: null, prunes: false });
  const { backups, leftovers } = await readCatalogue(store);
  for (const backup of backups) say(lineOf(backup, await readDescription(store, backup)));
  if (backups.length === 0) say(`There is no backup in ${store.title}.`);
  for (const { name } of leftovers) say(`${name}  incomplete; deleted after a day by a run that prunes`);
}

function lineOf({ name, bytes }: StoredBackup, { verifiedAt, failure }: Description): string {
  const size = `${(bytes / 1_000_000).toFixed(1)} MB`;
  const trial = verifiedAt === null ? "not restored on trial" : `restored on trial ${verifiedAt}`;
  return `${name}  ${size}  ${failure === undefined ? trial : `UNVERIFIED: ${failure}`}`;
}

async function claim(): Promise<void> {
  const options = await readOptions({ dueAt: null, prunes: false });
  const source = await openSource(options);
  if (source === null) throw new StartupError(BUSY);
  try {
    const installation = await installationOf(source);
    if (installation === null) throw new StartupError("Start Paydeck once, which migrates the database.");
    await claimStore(options.store, installation);
    say(`${options.store.title} is now this installation's.`);
  } finally {
    await source.close();
  }
}

async function watch(): Promise<Running> {
  const logger = createLogger("backups");
  const { time } = readBackupEnv(inheritedEnv());
  if (time === null)
    throw new StartupError("Set BACKUP_TIME to the time of day for backups in UTC, like 02:30.");
  const options = await readOptions({ dueAt: time, prunes: true });
  for (const url of Object.values(options.external)) warnOfUnverified(url, logger);
  const stopping = new AbortController();
  let last: RunOutcome["kind"] | null = null;
  const report = (outcome: RunOutcome): void => {
    if (outcome.kind === "made") logger.info(outcome, "backup made");
    else if (outcome.kind !== last) {
      logger.info(outcome.kind === "busy" ? "another process makes a backup" : "no backup is due");
    }
    last = outcome.kind;
  };
  const turns = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      const waitMs = await runBackup(options).then(
        (outcome) => {
          report(outcome);
          return CHECK_EVERY_MS;
        },
        (error: unknown) => {
          logger.error({ err: error }, "backup failed; all good ones are kept");
          return AFTER_FAILURE_MS;
        },
      );
      await sleep(waitMs, undefined, { signal: stopping.signal }).catch(() => undefined);
    }
  };
  void turns();
  return {
    url: options.store.title,
    // A run in progress ends with the process; what it left is deleted by the next one.
    stop() {
      stopping.abort();
      return Promise.resolve();
    },
  };
}

async function readOptions(when: Pick<RunOptions, "dueAt" | "prunes">): Promise<RunOptions> {
  const environment = inheritedEnv();
  const settings: BackupEnv = readBackupEnv(environment);
  if (settings.target === null) {
    throw new StartupError("Set BACKUP_FOLDER, or BACKUP_S3_ENDPOINT, BACKUP_S3_BUCKET and a key for it.");
  }
  const { folder } = readFolderEnv(environment);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const configured = readDatabaseUrls(environment);
  const external = Object.fromEntries(
    DATABASES.filter((name) => configured[name] !== undefined).map((name) => [name, configured[name]]),
  );
  return {
    folder,
    external,
    environment,
    store: openStore(settings.target),
    settings,
    clock: systemClock,
    ...when,
  };
}

function describe(outcome: RunOutcome): string {
  switch (outcome.kind) {
    case "made": {
      const trial = outcome.isVerified ? "restored on trial" : "not restored on trial this time";
      const removed = outcome.removed.map((name) => `\nDeleted: ${name}`).join("");
      return `${outcome.name}: ${outcome.bytes} bytes, ${trial}.${removed}`;
    }
    case "busy":
      throw new StartupError(BUSY);
    case "not_due":
      return "No backup is due.";
  }
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

main(process.argv.slice(2)).catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : "the command failed"}\n`);
  process.exitCode = 1;
});
