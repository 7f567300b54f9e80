import { mkdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { systemClock } from "@/server/platform/clock";
import { commandsHere } from "@/server/platform/commands-here";
import { StartupError } from "@/server/platform/lifecycle";
import { decryptFile, isEncrypted } from "./archive/encryption";
import { newestGood, readCatalogue, readDescription } from "./catalogue";
import { readBackupEnv } from "./env";
import { fetchBackup } from "./run-backup";
import { openStore } from "./store/open-store";

/** The name of a backup in the store, or "latest", follows this. */
export const STORED = "stored:";
const LATEST = "latest";
const WORK_FOLDER = "restore-work";

export type LocatedBackup = {
  /** Its file on this machine, decrypted. */
  file: string;
  /** The name of the backup in messages. */
  title: string;
  /** The folder for what is unpacked from it. */
  workFolder: string;
  clean(): Promise<void>;
};

/**
 * The file of a backup, fetched from the store if it is given as "stored:NAME", and decrypted. Throws
 * {@link StartupError} with a message for the user. `folder` is the data folder; the caller holds its lock.
 */
export async function locateBackup(
  given: { file: string } | { stored: string },
  folder: string,
  environment: NodeJS.ProcessEnv,
): Promise<LocatedBackup> {
  const settings = readBackupEnv(environment);
  const workFolder = join(folder, WORK_FOLDER);
  const clean = (): Promise<void> => rm(workFolder, { recursive: true, force: true });
  await clean();
  await mkdir(workFolder, { recursive: true, mode: 0o700 });
  const key = settings.encryptionKey;
  try {
    if ("file" in given) {
      const { file } = given;
      if (!(await isEncrypted(file).catch(() => false))) return { file, title: file, workFolder, clean };
      const decrypted = join(workFolder, "decrypted");
      await decryptFile(file, decrypted, key);
      return { file: decrypted, title: file, workFolder, clean };
    }
    if (settings.target === null) {
      throw new StartupError("Set BACKUP_FOLDER, or the variables BACKUP_S3_…, to the store of the backup.");
    }
    const store = openStore(settings.target);
    const { backups } = await readCatalogue(store);
    const wanted =
      given.stored === LATEST
        ? newestGood(backups, systemClock.now())
        : backups.find(({ name }) => name === given.stored);
    if (wanted === undefined) {
      throw new StartupError(
        commandsHere(
          `${store.title} has no complete and verified backup ${given.stored}. npm run backups -- list shows all; one can be restored by its name.`,
        ),
      );
    }
    const { sha256 } = await readDescription(store, wanted);
    const file = await fetchBackup(store, wanted.name, { sha256, encryptionKey: key }, workFolder);
    return { file, title: wanted.name, workFolder, clean };
  } catch (error) {
    await clean();
    throw error;
  }
}
