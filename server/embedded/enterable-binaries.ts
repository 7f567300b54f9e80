import { randomBytes } from "node:crypto";
import { chmod, cp, lstat, readdir, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { type Account } from "./account";
import { type Binaries, binariesIn } from "./binaries";
import { runAs } from "./command";

/**
 * The installed binaries if the account can run them, else a copy that it can run, below the folder that
 * `openCopiesFolder` creates. A copy appears complete or not at all, and one that does not run is replaced.
 */
export async function enterableBinaries(
  installed: Binaries,
  account: Account,
  openCopiesFolder: () => Promise<string>,
): Promise<Binaries> {
  if (await runs(account, installed)) return installed;
  const copy = binariesIn(join(await openCopiesFolder(), installed.build), installed.build);
  if (await runs(account, copy)) return copy;

  const suffix = randomBytes(6).toString("hex");
  const draft = `${copy.folder}.${suffix}.draft`;
  const isNeeded = (source: string): boolean => !source.endsWith(".a");
  await cp(installed.folder, draft, { recursive: true, verbatimSymlinks: true, filter: isNeeded });
  await openToAll(draft);
  // Another checkout may have created it meanwhile, and may already run it.
  if (await runs(account, copy)) {
    await rm(draft, { recursive: true });
    return copy;
  }
  const broken = `${copy.folder}.${suffix}.broken`;
  await rename(copy.folder, broken).catch(() => undefined);
  await rename(draft, copy.folder);
  await rm(broken, { recursive: true, force: true });
  return copy;
}

async function runs(account: Account, binaries: Binaries): Promise<boolean> {
  const outcomes = await Promise.all(
    [binaries.postgres, binaries.initdb].map((program) => runAs(account, program, ["--version"])),
  );
  return outcomes.every((outcome) => outcome.succeeded);
}

/** A checkout created under a strict umask is private; the copy must be readable. */
async function openToAll(path: string): Promise<void> {
  const entry = await lstat(path);
  if (entry.isSymbolicLink()) return;
  await chmod(path, entry.mode | (entry.isDirectory() || entry.mode & 0o100 ? 0o555 : 0o444));
  if (!entry.isDirectory()) return;
  for (const name of await readdir(path)) await openToAll(join(path, name));
}
