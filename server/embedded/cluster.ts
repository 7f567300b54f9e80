import { commandsHere } from "@/server/platform/commands-here";
import { randomBytes } from "node:crypto";
import { chown, mkdir, readdir, readFile, rename, rm, rmdir, writeFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { StartupError } from "@/server/platform/lifecycle";
import { syncFolder } from "@/server/platform/write-file";
import type { Account } from "./account";
import { runAs } from "./command";
import type { Placement } from "./placement";

export const SUPERUSER = "postgres";

/**
 * Whether the data folder contains a complete cluster of the right version. Throws when it is neither that nor empty.
 */
export async function hasCluster({ dataFolder, binaries, account }: Placement): Promise<boolean> {
  const entries = await readdir(dataFolder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return null;
    throw error;
  });
  if (entries === null) return false;
  if (entries.length === 0) {
    await rmdir(dataFolder);
    return false;
  }
  const version = await readFile(join(dataFolder, "PG_VERSION"), "utf8").catch(() => null);
  if (version === null || !entries.includes("global")) {
    throw new StartupError(
      commandsHere(
        `${dataFolder} is not an intact Postgres database. Restore a backup (npm run restore -- FILE --replace), or move it away to start empty.`,
      ),
    );
  }
  const programs = (await runAs(account, binaries.postgres, ["--version"])).output;
  const wanted = /\s([0-9]+)(\.|\s|$)/.exec(programs)?.[1];
  if (version.trim() === wanted) return true;
  throw new StartupError(
    `${dataFolder} was made by Postgres ${version.trim()}, and this is ${programs}. Dump it with the older one, or move it away to start empty.`,
  );
}

/**
 * Creates a new cluster in a temporary folder beside the data folder and moves it into place when complete, so that a
 * kill never leaves half a cluster that the next start takes for a complete one. First deletes the remains of such
 * kills.
 */
export async function createCluster(placement: Placement, superuserPassword: string): Promise<void> {
  const { account, binaries, dataFolder } = placement;
  await clearLeftovers(dataFolder);
  const draft = `${dataFolder}.new-${randomBytes(6).toString("hex")}`;
  const passwordFile = `${draft}.password`;
  try {
    await mkdir(draft, { mode: 0o700 });
    await writeFile(passwordFile, `${superuserPassword}\n`, { mode: 0o600, flag: "wx" });
    await giveTo(account, [draft, passwordFile]);
    const outcome = await runAs(account, binaries.initdb, [
      `--pgdata=${draft}`,
      `--username=${SUPERUSER}`,
      `--pwfile=${passwordFile}`,
      "--auth=scram-sha-256",
      "--encoding=UTF8",
      "--locale=C",
      "--locale-provider=builtin",
      "--builtin-locale=C.UTF-8",
      "--data-checksums",
      "--no-instructions",
    ]);
    if (!outcome.succeeded) {
      throw new StartupError(`The embedded Postgres could not be set up in ${dataFolder}: ${outcome.output}`);
    }
    await rename(draft, dataFolder);
    await syncFolder(dirname(dataFolder));
  } finally {
    await rm(passwordFile, { force: true });
    await rm(draft, { recursive: true, force: true });
  }
}

async function clearLeftovers(dataFolder: string): Promise<void> {
  const parent = dirname(dataFolder);
  const prefix = `${basename(dataFolder)}.new-`;
  for (const name of await readdir(parent)) {
    if (!name.startsWith(prefix)) continue;
    // An initdb whose parent was killed may still be writing there: its folder is then deleted next time.
    await rm(join(parent, name), { recursive: true, force: true }).catch(() => undefined);
  }
}

async function giveTo(account: Account, paths: readonly string[]): Promise<void> {
  if (account === null) return;
  for (const path of paths) await chown(path, account.uid, account.gid);
}
