import { commandsHere } from "@/server/platform/commands-here";
import { createHash } from "node:crypto";
import { chmod, mkdir, readdir, readFile, stat } from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";
import { StartupError } from "@/server/platform/lifecycle";
import { closeFolder } from "@/server/platform/close-folder";
import { writeFileDurably } from "@/server/platform/write-file";
import { type Account, chooseAccount } from "./account";
import { type Binaries, installedBinaries } from "./binaries";
import { runAs } from "./command";
import { enterableBinaries } from "./enterable-binaries";

/** The account that runs Postgres, its programs, and its data folder. */
export type Placement = { account: Account; binaries: Binaries; dataFolder: string };

/** Where root stores what the unprivileged account cannot reach in the checkout. */
const SHARED_FOLDER = "/var/lib/paydeck";
const LOCATION_FILE = "postgres-location";

/**
 * Decides where the database is stored: `<folder>/postgres`. Only when root starts it and the account of Postgres
 * cannot enter that folder (such as a checkout under /root), it is stored below /var/lib/paydeck. The location is
 * written to `<folder>/postgres-location` once a database exists, so that a missing one is reported and not silently
 * replaced; `mayBeGone` is for a caller that restores it. The folders above the data are closed to other users.
 */
export async function placePostgres(folder: string, { mayBeGone = false } = {}): Promise<Placement> {
  const [usual, outside] = placesOf(folder);
  const recorded = await readLocation(folder);
  if (recorded !== null && !mayBeGone && !(await holdsAnything(recorded))) {
    throw new StartupError(
      `The database of this checkout lay in ${recorded}, which is gone. Bring it back, restore a backup ` +
        commandsHere(`(npm run restore -- FILE --replace), or move ${folder} away to start empty.`),
    );
  }
  const existing = recorded ?? (await firstExisting([usual, outside]));
  const account = await chooseAccount(existing ?? usual);
  const installed = await installedBinaries();

  if (account === null) {
    const dataFolder = existing ?? usual;
    await refuseForeignData(dataFolder);
    await closeFolder(folder);
    await checkBinaries(account, installed);
    return { account, binaries: installed, dataFolder };
  }
  const binaries = await enterableBinaries(installed, account, () =>
    openFolder(join(SHARED_FOLDER, "binaries")),
  );
  await checkBinaries(account, binaries);
  if (!mayBeGone) await refuseDataOfRoot(existing);
  await closeFolder(folder, account);
  const wanted = existing ?? ((await canEnter(account, folder)) ? usual : outside);
  if (wanted === outside) {
    await openFolder(SHARED_FOLDER);
    await closeFolder(dirname(outside), account);
    await closeFolder(folder);
  }
  const parent = dirname(wanted);
  if (!(await canEnter(account, parent))) {
    throw new StartupError(
      `Postgres refuses to run as root, and user ${account.uid} cannot enter ${parent}. ` +
        "Let others enter it and the folders above (chmod a+x), or set DATA_DIR to another folder.",
    );
  }
  return { account, binaries, dataFolder: wanted };
}

/**
 * Records where the data of `folder` is stored once it exists; relative if it is next to the folder, so that both can
 * be moved.
 */
export async function recordLocation(folder: string, placement: Placement): Promise<void> {
  const [usual] = placesOf(folder);
  const place = placement.dataFolder === usual ? basename(usual) : placement.dataFolder;
  await writeFileDurably(join(folder, LOCATION_FILE), `${place}\n`, 0o600);
}

/** Whether a database was ever created for this folder, be it intact, damaged or missing. */
export async function hadDatabase(folder: string): Promise<boolean> {
  const places = [await readLocation(folder), ...placesOf(folder)];
  for (const place of places) if (place !== null && (await holdsAnything(place))) return true;
  return places[0] !== null;
}

function placesOf(folder: string): [usual: string, outside: string] {
  const name = createHash("sha256").update(folder).digest("hex").slice(0, 16);
  return [join(folder, "postgres"), join(SHARED_FOLDER, name, "postgres")];
}

async function readLocation(folder: string): Promise<string | null> {
  const recorded = await readFile(join(folder, LOCATION_FILE), "utf8").catch(() => null);
  return recorded === null ? null : resolve(folder, recorded.trim());
}

/** An unreadable folder is assumed not to be empty. */
async function holdsAnything(path: string): Promise<boolean> {
  const entries = await readdir(path).catch((error: NodeJS.ErrnoException) =>
    error.code === "ENOENT" ? [] : [path],
  );
  return entries.length > 0;
}

/** Creates the shared folder or one below it and opens it to all users, whatever root's umask is. */
async function openFolder(folder: string): Promise<string> {
  await mkdir(folder, { recursive: true });
  for (const path of new Set([SHARED_FOLDER, folder])) await chmod(path, 0o755);
  return folder;
}

/** Actually tried as that account, because modes, access lists and mounts all matter. */
async function canEnter(account: Account, folder: string): Promise<boolean> {
  return (await runAs(account, "/bin/sh", ["-c", 'cd "$1"', "sh", folder])).succeeded;
}

async function checkBinaries(account: Account, binaries: Binaries): Promise<void> {
  const outcome = await runAs(account, binaries.postgres, ["--version"]);
  if (outcome.succeeded) return;
  throw new StartupError(
    `The embedded Postgres does not run on this machine (${lastLine(outcome.output)}). ` +
      "Set ROUTING_DATABASE_URL and DASHBOARD_DATABASE_URL to databases of a Postgres 15 or newer.",
  );
}

function lastLine(text: string): string {
  return text.split("\n").at(-1) ?? "";
}

/** Data created by root belongs to another user; only that user or root can use it. */
async function refuseForeignData(dataFolder: string): Promise<void> {
  const owner = await stat(dataFolder).catch(() => null);
  if (owner === null || owner.uid === process.getuid?.()) return;
  throw new StartupError(
    `${dataFolder} belongs to user ${owner.uid}. Start as the user who made it, or set DATA_DIR to a folder of your own.`,
  );
}

/**
 * Refuses, for example, a copy of a database made by root: only root can read it, and Postgres does not run as root.
 */
async function refuseDataOfRoot(existing: string | null): Promise<void> {
  if (existing === null || !(await exists(join(existing, "global", "pg_control")))) return;
  if ((await stat(existing)).uid !== 0) return;
  throw new StartupError(
    `${existing} belongs to root, and Postgres refuses to run as root. Give it to the user that ran it before, ` +
      `all that is in it too: chown -R postgres ${existing}`,
  );
}

async function firstExisting(folders: readonly string[]): Promise<string | null> {
  for (const folder of folders) if (await exists(folder)) return folder;
  return null;
}

async function exists(path: string): Promise<boolean> {
  return (await stat(path).catch(() => null)) !== null;
}
