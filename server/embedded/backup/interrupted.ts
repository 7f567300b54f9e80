import { commandsHere } from "@/server/platform/commands-here";
import { rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { StartupError } from "@/server/platform/lifecycle";
import { writeFileDurably } from "@/server/platform/write-file";

/** Exists in a data folder while a restore moves its parts into place. */
const MARK = "restore-in-progress";

export function markRestore(folder: string): Promise<void> {
  return writeFileDurably(
    join(folder, MARK),
    commandsHere("npm run restore was putting a backup into place here.\n"),
    0o600,
  );
}

export function unmarkRestore(folder: string): Promise<void> {
  return rm(join(folder, MARK));
}

/** The remains of a killed restore must not be mistaken for a database, nor for the absence of one. */
export async function refuseInterruptedRestore(folder: string): Promise<void> {
  if ((await stat(join(folder, MARK)).catch(() => null)) === null) return;
  throw new StartupError(
    commandsHere(
      `A restore into ${folder} was interrupted. Run it again: npm run restore -- FILE --replace. Nothing of what was there before is lost: it is kept beside it, under names that begin with "replaced-".`,
    ),
  );
}
