import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { mkdir, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { restoreBackup } from "@/server/embedded/backup/restore-backup";
import { clearOrphan } from "@/server/embedded/orphan";
import { placePostgres } from "@/server/embedded/placement";
import { type EmbeddedPostgres, startEmbeddedPostgres } from "@/server/embedded/start-postgres";
import { projectRoot } from "@/server/platform/root";
import { knownMigrations } from "@/server/start/known-migrations";
import { parseSecrets, SECRETS_FILE } from "@/server/start/secrets";
import { unpackDumps } from "./archive/dumps";
import { restoreDumps } from "./archive/restore-dumps";
import { type Counts, contradictions, countContents } from "./contents";
import { DATABASES } from "./databases";
import { databaseOf } from "./source";

type TrialOptions = {
  /** A backup that is not encrypted. */
  file: string;
  /** Does not exist yet; removed afterwards. */
  folder: string;
  before: Counts;
  after: Counts;
  at: Date;
  environment: NodeJS.ProcessEnv;
};

/** The restored backup is not what was backed up. */
export class TrialFailure extends Error {}

/**
 * Restores a backup into a temporary cluster of the embedded Postgres as `npm run restore` would, compares its counts
 * with those of the live databases, and verifies its audit chain. Throws {@link TrialFailure}, or what the restore
 * throws.
 */
export async function tryRestore(options: TrialOptions): Promise<void> {
  await mkdir(options.folder, { recursive: true, mode: 0o700 });
  let postgres: EmbeddedPostgres | null = null;
  try {
    postgres = await restoreInto(options);
    const { adminUrl } = postgres;
    const urls = Object.fromEntries(
      DATABASES.filter((name) => [...options.before.keys()].some((table) => table.startsWith(name))).map(
        (name) => [name, databaseOf(adminUrl, name)],
      ),
    );
    const counts = await countContents(urls);
    const faults = contradictions(counts, options.before, options.after);
    if (faults.length > 0) throw new TrialFailure(`restored on trial, ${faults.join("; ")}`);
    if (counts.has("dashboard.audit_log")) await verifyAudit(urls.dashboard ?? "", options.environment);
  } finally {
    await postgres?.stop();
    await removeCluster(options.folder);
  }
}

async function restoreInto({ file, folder, at, environment }: TrialOptions): Promise<EmbeddedPostgres> {
  const unpacked = join(folder, "dumps");
  await mkdir(unpacked);
  const dumps = await unpackDumps(file, unpacked);
  const random = (): string => randomBytes(16).toString("hex");
  if (dumps !== null) {
    const postgres = await startEmbeddedPostgres({
      folder,
      superuserPassword: random(),
      databases: DATABASES.map((name) => ({ name, password: random(), createsRoles: name === "dashboard" })),
      onEvent: () => undefined,
      isTrial: true,
    });
    const urls = Object.fromEntries(DATABASES.map((name) => [name, postgres.urlOf(name)]));
    try {
      await restoreDumps({
        dumps,
        title: "the backup",
        known: await knownMigrations(),
        urls,
        restoredAt: at,
        environment,
      });
      return postgres;
    } catch (error) {
      await postgres.stop();
      throw error;
    }
  }
  let superuserPassword = "";
  await restoreBackup({
    file,
    folder,
    secretsFile: SECRETS_FILE,
    passwordOf: (secrets) => (superuserPassword = parseSecrets(secrets, SECRETS_FILE).superuserPassword),
    replace: false,
    databases: await knownMigrations(),
    restoredAt: at,
    isTrial: true,
  });
  return startEmbeddedPostgres({
    folder,
    superuserPassword,
    databases: [],
    onEvent: () => undefined,
    isTrial: true,
  });
}

/** Also after a trial that was killed, whose Postgres may still run. Its data may be outside of the folder. */
export async function removeCluster(folder: string): Promise<void> {
  const placement = await placePostgres(folder, { mayBeGone: true }).catch(() => null);
  if (placement !== null) {
    const parent = dirname(placement.dataFolder);
    await clearOrphan(placement.dataFolder).catch(() => undefined);
    if (parent !== folder) await rm(parent, { recursive: true, force: true, maxRetries: 5 });
  }
  await rm(folder, { recursive: true, force: true, maxRetries: 5 });
}

/** Runs the program of `npm run audit:verify`. */
async function verifyAudit(url: string, environment: NodeJS.ProcessEnv): Promise<void> {
  const program = join(projectRoot(), "dist", "audit-verify.js");
  const child = spawn(process.execPath, [program], {
    env: { ...environment, DASHBOARD_DATABASE_URL: url },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.on("data", (chunk: Buffer) => (output += chunk.toString("utf8")));
  }
  const code = await new Promise<number | null>((resolve, reject) => {
    child.on("error", reject);
    child.on("close", resolve);
  });
  if (code !== 0) throw new TrialFailure(`restored on trial, its audit log fails: ${output.trim()}`);
}
